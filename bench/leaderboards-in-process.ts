import { besideRedis } from './beside-redis.ts'
import type { BoardUse } from './board-load.ts'
import { threeDigits, type Effort, type Goal, type Row } from './figure.ts'
import { Job } from './job.ts'
import { median, timeRatio, paired } from './paired.ts'
import { profileRows } from './profile.ts'
import type { Spread } from './ranking-run.ts'

/** What is aimed at for an update goes for what plays do to boards: they give. Any score is what a correction may set. */
const USES: Readonly<Record<BoardUse, { readonly what: string; readonly goal?: Goal }>> = {
  rise: { what: 'an update by what a play gives', goal: { least: 10 } },
  change: { what: 'an update to any score' },
  rank: { what: 'a rank', goal: { least: 20 } },
  around: { what: 'a page of 11 around an entry' },
  top: { what: 'the top 10' },
}

const SPREADS: Readonly<Record<Exclude<Spread, 'distinct'>, string>> = {
  few: '100 different scores',
  long: 'scores of 30 digits',
  close: 'scores of 30 digits that no double tells apart',
}

/**
 * Words of 4 bytes an entry in what a rank reads, one by what the other says: the index, and the places of leaves that are
 * filled to seven tenths. An update reads scores, which lie among the sinces.
 */
const READS = {
  'a rank': { use: 'rank', words: [1, 0.36] },
  'an update by what a play gives': { use: 'rise', words: [1, 0.36, 5.7] },
} as const

/** A burst of ours has so many times the calls of one of Redis, so that both last long enough. */
const CALLS = 5

/** The structure of boards beside sorted sets of Redis, at several sizes; goals hold for the largest. */
export async function structureRows(
  effort: Effort,
  sizes: readonly number[],
  redis: Job<'redis'> | undefined,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const size of sizes) {
    const ranking = await filled(size, 'distinct')
    await redis?.run({ what: 'fill', size })
    const isLargest = size === sizes.at(-1)
    for (const use of Object.keys(USES) as BoardUse[])
      rows.push(await useRow(effort, use, size, isLargest, ranking, redis))
    if (isLargest) rows.push(...(await riseProfile(effort, size, ranking)))
    await ranking.stop()
  }
  return [...rows, ...(await floorRows(effort, redis)), ...(await spreadRows(effort))]
}

/** What the machine allows: the reads alone that a call cannot do without, beside Redis. */
async function floorRows({ pairs, plays, players: size }: Effort, redis: Job<'redis'> | undefined): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, { use, words }] of Object.entries(READS)) {
    const reads = new Job('random-reads')
    const row = await besideRedis(pairs, {
      what: `the ${words.length} dependent reads of memory alone that ${what} needs`,
      to: `${size} entries`,
      instead: `${what} by Redis through a pipeline`,
      goal: undefined,
      burst: () => reads.run({ words: words.map((each) => Math.ceil(each * size)), calls: plays * CALLS }),
      redis: redis && (async () => (await redis.run({ what: use, size, calls: plays })).us),
    })
    rows.push(row)
    await reads.stop()
  }
  return rows
}

async function filled(size: number, spread: Spread): Promise<Job<'ranking'>> {
  const ranking = new Job('ranking')
  await ranking.run({ what: 'fill', size, spread })
  return ranking
}

async function riseProfile({ plays }: Effort, size: number, ranking: Job<'ranking'>): Promise<readonly Row[]> {
  const shares = await ranking.profiled(() => ranking.run({ what: 'rise', calls: plays * CALLS }))
  return profileRows(`${USES.rise.what}, ${size} entries`, shares)
}

function useRow(
  { pairs, plays }: Effort,
  use: BoardUse,
  size: number,
  isLargest: boolean,
  ranking: Job<'ranking'>,
  redis: Job<'redis'> | undefined,
): Promise<Row> {
  const { what, goal } = USES[use]
  return besideRedis(pairs, {
    what,
    to: `${size} entries`,
    instead: 'by Redis through a pipeline',
    goal: isLargest ? goal : undefined,
    burst: () => ranking.run({ what: use, calls: plays * CALLS }),
    redis: redis && (async () => (await redis.run({ what: use, size, calls: plays })).us),
  })
}

/** What ties and long scores cost beside scores that are nearly all different. */
async function spreadRows({ pairs, plays, players: size }: Effort): Promise<Row[]> {
  const plain = await filled(size, 'distinct')
  const rows: Row[] = []
  for (const [spread, named] of Object.entries(SPREADS) as [keyof typeof SPREADS, string][]) {
    const other = await filled(size, spread)
    for (const use of ['rise', 'change', 'rank'] as const) {
      const burst = (ranking: Job<'ranking'>) => () => ranking.run({ what: use, calls: plays })
      const bursts = await paired(pairs, burst(other), burst(plain))
      rows.push({
        what: `${USES[use].what} with ${named} / with others, ${size} entries`,
        ...timeRatio(bursts, (us) => us),
        notes: { µs: threeDigits(median(bursts.map(({ first }) => first))) },
      })
    }
    await other.stop()
  }
  await plain.stop()
  return rows
}
