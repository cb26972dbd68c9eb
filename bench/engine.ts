import type { Effort, Figure, Row } from './figure.ts'
import { Job } from './job.ts'
import { median, timeRatio, paired } from './paired.ts'
import { profileRows } from './profile.ts'

const SMALL_GAME = 1000

/** The engine without HTTP and disk: time of a play with five rules and three boards, its journal line included, and what a large game costs. */
export const engine: Figure = {
  name: 'engine',
  title: 'A play in the engine alone: decision, five rules, three boards, journal line, state',
  measure,
}

async function measure({ pairs, players, plays }: Effort): Promise<Row[]> {
  const [small, large] = [new Job('engine'), new Job('engine')]
  const bursts = await paired(
    pairs,
    () => large.run({ players, plays }),
    () => small.run({ players: SMALL_GAME, plays }),
  )
  const ofFew = await small.profiled(() => small.run({ players: SMALL_GAME, plays }))
  const ofMany = await large.profiled(() => large.run({ players, plays }))
  await small.stop()
  await large.stop()
  const [ofLarge, ofSmall] = [median(bursts.map(({ first }) => first)), median(bursts.map(({ second }) => second))]
  return [
    { what: `a play, ${SMALL_GAME} players`, value: ofSmall, unit: 'µs', goal: { most: 10 } },
    {
      what: `a play, ${players} players / ${SMALL_GAME}`,
      ...timeRatio(bursts, (µs) => µs),
      goal: { most: 1.5 },
      notes: { 'µs with many': Number(ofLarge.toFixed(2)) },
    },
    ...profileRows(`a play, ${SMALL_GAME} players`, ofFew),
    ...profileRows(`a play, ${players} players`, ofMany),
  ]
}
