import type {
  BoardPeriod,
  DayRow,
  FlowRow,
  GroupReport,
  PointsRow,
  Quartiles,
  Reached,
  SetRow,
  SimulationReport,
  StateRow,
} from '../../src/lab/simulate/report.ts'

/** What a sample is like. */
export interface SampleSettings {
  readonly days?: number
  readonly personas?: Readonly<Record<string, SamplePersona>>
  readonly badges?: readonly string[]
  /** More point metrics, which follow the first one. */
  readonly moreMetrics?: number
  readonly expect?: SimulationReport['expect']
}

/** How the players of a persona play. */
interface SamplePersona {
  readonly players: number
  /** Sessions of a day. */
  readonly eagerness: number
  /** Points of a session. */
  readonly xp: number
  readonly joinsOverDays: number
  readonly leavesPerDay: number
}

const threePersonas: Readonly<Record<string, SamplePersona>> = {
  casual: { players: 620, eagerness: 0.45, xp: 9, joinsOverDays: 10, leavesPerDay: 0.03 },
  regular: { players: 300, eagerness: 0.8, xp: 16, joinsOverDays: 10, leavesPerDay: 0.012 },
  grinder: { players: 80, eagerness: 1, xp: 46, joinsOverDays: 1, leavesPerDay: 0.004 },
}

const levels = [
  ['Newcomer', 0],
  ['Bronze', 60],
  ['Silver', 220],
  ['Gold', 600],
  ['Platinum', 1300],
] as const

const someBadges = ['Rookie', 'Helper', 'Week of fire', 'Centurion', 'Legend']

/** A player of a sample, with the scores at the end of each day. */
interface SamplePlayer {
  readonly persona: string
  readonly joined: number
  readonly left: number
  readonly active: readonly boolean[]
  readonly plays: readonly number[]
  readonly refused: readonly Readonly<Record<string, number>>[]
  readonly xp: readonly number[]
  readonly coins: readonly number[]
  readonly flows: ReadonlyMap<string, readonly [given: number, taken: number, times: number]>
}

/**
 * Returns a report like one of a simulation: its figures agree with each other, and are the same each time. Nothing of the
 * engine takes part.
 */
export function sampleReport(settings: SampleSettings = {}): SimulationReport {
  const { days = 30, personas = threePersonas, badges = someBadges, moreMetrics = 0 } = settings
  const players = Object.entries(personas).flatMap(([id, persona]) =>
    Array.from({ length: persona.players }, (_, i) => playerOf(id, persona, i, days)),
  )
  const group = (of: readonly SamplePlayer[]): GroupReport => groupOf(of, days, badges, moreMetrics)
  const all = group(players)
  return {
    simulation: 'launch',
    design: '9f2c41d07be35a6684c0d1e2f3a4b5c6d7e8f9010111213141516171819202122',
    random_seed: 'sample',
    days,
    players: players.length,
    plays: all.days.reduce((sum, { plays }) => sum + plays, 0),
    refused: total(all.days.map(({ refused }) => refused)),
    expect: settings.expect ?? expectations(all, days),
    all,
    personas: Object.fromEntries(
      Object.keys(personas).map((id) => [id, group(players.filter(({ persona }) => persona === id))]),
    ),
    boards: boardsOf(players, days),
  }
}

/** Returns a number from 0 to 1 that the parts decide. */
function draw(...parts: readonly (string | number)[]): number {
  let hash = 2166136261
  for (const sign of parts.join('/')) hash = Math.imul(hash ^ (sign.codePointAt(0) as number), 16777619)
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507)
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

function playerOf(id: string, persona: SamplePersona, i: number, days: number): SamplePlayer {
  const joined = 1 + Math.floor((i * persona.joinsOverDays) / persona.players)
  const flows = new Map<string, [number, number, number]>()
  const change = (source: string, by: number): number => {
    const flow = flows.get(source) ?? [0, 0, 0]
    flows.set(source, [flow[0] + Math.max(0, by), flow[1] + Math.max(0, -by), flow[2] + 1])
    return by
  }
  const talent = 0.5 + draw(id, i, 'talent')
  const [active, plays, xp, coins]: [boolean[], number[], number[], number[]] = [[], [], [], []]
  const refused: Record<string, number>[] = []
  let [points, purse, left] = [0, change('coins<bootstrap', joined > days ? 0 : 20), Infinity]
  for (let day = 1; day <= days; day++) {
    const isHere = day >= joined && day <= left
    const comes = isHere && draw(id, i, day, 'comes') < persona.eagerness * (day % 7 > 5 ? 1.15 : 0.9)
    active.push(comes)
    const tries = comes ? 2 + Math.floor(draw(id, i, day, 'tries') * 8 * talent) : 0
    const limited = comes && persona.xp > 30 ? Math.floor(draw(id, i, day, 'limited') * 3) : 0
    const broke = comes && purse < 25 && draw(id, i, day, 'broke') < 0.3 ? 1 : 0
    refused.push({
      ...(limited > 0 && { rate_limit_exceeded: limited }),
      ...(broke > 0 && { requirement_not_met: broke }),
    })
    plays.push(tries)
    if (comes) {
      const gain = Math.round(persona.xp * talent * (0.5 + draw(id, i, day, 'xp')))
      points +=
        change('xp<actions/answer', Math.round(gain * 0.7)) + change('xp<actions/like', gain - Math.round(gain * 0.7))
      purse += change('coins<actions/answer', Math.round(gain * 0.5))
      if (draw(id, i, day, 'tour') < 0.08) purse += change('coins<processes/tour/finish', 15)
      if (purse > 40 && draw(id, i, day, 'shop') < 0.4) purse += change('coins<actions/buy_hat', -35)
      if (purse > 25 && draw(id, i, day, 'gift') < 0.25) purse += change('coins<actions/gift', -10)
      if (draw(id, i, day, 'decay') < 0.05) points += change('xp<rules/decay', -Math.min(points, 4))
    }
    xp.push(points)
    coins.push(purse)
    if (isHere && left === Infinity && draw(id, i, day, 'leaves') < persona.leavesPerDay) left = day
  }
  return { persona: id, joined, left, active, plays, refused, xp, coins, flows }
}

function groupOf(
  players: readonly SamplePlayer[],
  days: number,
  badges: readonly string[],
  moreMetrics: number,
): GroupReport {
  const each = <T>(row: (day: number, joined: readonly SamplePlayer[]) => T): T[] =>
    Array.from({ length: days }, (_, i) =>
      row(
        i + 1,
        players.filter(({ joined }) => joined <= i + 1),
      ),
    )
  const metrics: Record<string, readonly PointsRow[] | readonly StateRow[] | readonly SetRow[]> = {
    badges: each((day, joined) => setRow(day, joined, badges)),
    coins: each((day, joined) =>
      pointsRow(
        day,
        joined.map(({ coins }) => coins[day - 1] ?? 0),
      ),
    ),
    power: each((day, joined) =>
      pointsRow(
        day,
        joined.map(({ coins, xp }) => ((coins[day - 1] ?? 0) + 3 * (xp[day - 1] ?? 0)) / 4),
      ),
    ),
    rank: each(stateRow),
    xp: each((day, joined) =>
      pointsRow(
        day,
        joined.map(({ xp }) => xp[day - 1] ?? 0),
      ),
    ),
  }
  for (let n = 1; n <= moreMetrics; n++)
    metrics[`more_${n}`] = each((day, joined) =>
      pointsRow(
        day,
        joined.map(({ xp }) => (xp[day - 1] ?? 0) * n),
      ),
    )
  const things: readonly Thing[] = [
    ...levels.map(([level, from]) => [`rank:${level}`, from] as const),
    ...badges.map((badge, i) => [`badges:${badge}`, badgeFrom(i)] as const),
    ['process:tour', 150],
  ]
  return {
    players: players.length,
    days: each((day) => dayRow(day, players, things)),
    metrics,
    flows: flowsOf(players, badges),
    reached: Object.fromEntries(things.map(([key, from]) => [key, reachedOf(players, days, from)])),
  }
}

/** Something to be reached, and the points from which on a player has it. */
type Thing = readonly [key: string, from: number]

/** Returns the day on which a player first had so many points, and 0 if there is none. */
function firstDay({ joined, xp }: SamplePlayer, from: number): number {
  return xp.findIndex((points, i) => i + 1 >= joined && points >= from) + 1
}

const badgeFrom = (i: number): number => 20 + 70 * i ** 2

function dayRow(day: number, players: readonly SamplePlayer[], things: readonly Thing[]): DayRow {
  const count = (holds: (player: SamplePlayer) => boolean): number => players.filter(holds).length
  return {
    day,
    joined: count(({ joined }) => joined === day),
    active: count(({ active }) => active[day - 1] ?? false),
    left: count(({ left }) => left === day),
    plays: players.reduce((sum, { plays }) => sum + (plays[day - 1] ?? 0), 0),
    refused: total(players.map(({ refused }) => refused[day - 1] ?? {})),
    reached: Object.fromEntries(
      things
        .map(([key, from]) => [key, count((player) => firstDay(player, from) === day)] as const)
        .filter(([, players]) => players > 0)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
  }
}

function total(counts: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const sum: Record<string, number> = {}
  for (const one of counts) for (const [name, times] of Object.entries(one)) sum[name] = (sum[name] ?? 0) + times
  return sum
}

const byNearestRank = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null

const textOf = (value: number | null): string | null => (value === null ? null : String(value))

function pointsRow(day: number, scores: readonly number[]): PointsRow {
  const sorted = scores.toSorted((a, b) => a - b)
  const sum = sorted.reduce((all, one) => all + one, 0)
  const at = (share: number): string | null => textOf(byNearestRank(sorted, share))
  const weighted = sorted.reduce((all, one, i) => all + one * (2 * (i + 1) - sorted.length - 1), 0)
  return {
    day,
    total: String(sum),
    mean: sorted.length === 0 ? null : sum / sorted.length,
    p5: at(0.05),
    p25: at(0.25),
    median: at(0.5),
    p75: at(0.75),
    p95: at(0.95),
    gini: sorted.length === 0 ? null : sum === 0 ? 0 : weighted / (sorted.length * sum),
  }
}

function stateRow(day: number, joined: readonly SamplePlayer[]): StateRow {
  const levelOf = ({ xp }: SamplePlayer): string =>
    (levels.findLast(([, from]) => from <= (xp[day - 1] ?? 0)) ?? levels[0])[0]
  const names = levels.map(([name]) => name).toSorted()
  const share = (name: string): number => joined.filter((player) => levelOf(player) === name).length / joined.length
  return { day, share: joined.length === 0 ? {} : Object.fromEntries(names.map((name) => [name, share(name)])) }
}

function setRow(day: number, joined: readonly SamplePlayer[], badges: readonly string[]): SetRow {
  const holders = (i: number): number => joined.filter(({ xp }) => (xp[day - 1] ?? 0) >= badgeFrom(i)).length
  return {
    day,
    holders: Object.fromEntries(
      badges.map((badge, i) => [badge, joined.length === 0 ? 0 : holders(i) / joined.length]),
    ),
    items: Object.fromEntries(badges.map((badge, i) => [badge, String(holders(i))])),
  }
}

function flowsOf(players: readonly SamplePlayer[], badges: readonly string[]): readonly FlowRow[] {
  const flows = new Map<string, [number, number, number]>()
  for (const player of players)
    for (const [key, [given, taken, times]] of player.flows) {
      const sum = flows.get(key) ?? [0, 0, 0]
      flows.set(key, [sum[0] + given, sum[1] + taken, sum[2] + times])
    }
  const rows = [...flows].map(([key, [given, taken, times]]): FlowRow => {
    const [metric = '', source = ''] = key.split('<')
    return { metric, source, given: String(given), taken: String(taken), times }
  })
  const items = badges.map((badge, i): FlowRow => {
    const holders = players.filter(({ xp }) => (xp.at(-1) ?? 0) >= badgeFrom(i)).length
    return { metric: `badges:${badge}`, source: 'rules/award', given: String(holders), taken: '0', times: holders }
  })
  return [...rows, ...items].toSorted((a, b) => (a.metric + a.source < b.metric + b.source ? -1 : 1))
}

function reachedOf(players: readonly SamplePlayer[], days: number, from: number): Reached {
  const times = players.flatMap((player, i) => {
    const day = firstDay(player, from)
    if (day === 0) return []
    const before = player.plays.slice(0, day).reduce((sum, one) => sum + one, 0)
    return [{ days: from === 0 ? 0 : day - player.joined + draw(i, from, days), plays: from === 0 ? 0 : before }]
  })
  const quartiles = (values: readonly number[]): Quartiles => {
    const sorted = values.toSorted((a, b) => a - b)
    return { p25: byNearestRank(sorted, 0.25), median: byNearestRank(sorted, 0.5), p75: byNearestRank(sorted, 0.75) }
  }
  return {
    players: times.length,
    share: players.length === 0 ? 0 : times.length / players.length,
    days: quartiles(times.map((one) => one.days)),
    plays: quartiles(times.map((one) => one.plays)),
  }
}

function boardsOf(players: readonly SamplePlayer[], days: number): SimulationReport['boards'] {
  const period = (cycle: string, start: string | null, from: number, to: number): BoardPeriod => {
    const rows = players
      .map((player) => ({ player, score: (player.xp[to - 1] ?? 0) - (from > 1 ? (player.xp[from - 2] ?? 0) : 0) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
    const ten = rows.slice(0, 10).map(({ player }) => player)
    const score = (place: number): string | null => textOf(rows[place - 1]?.score ?? null)
    return {
      cycle,
      start,
      scores: { '1': score(1), '10': score(10), '100': score(100) },
      first_ten: {
        personas: total(ten.map(({ persona }) => ({ [persona]: 1 }))),
        joined_days_ago:
          ten.length === 0 ? null : ten.reduce((sum, { joined }) => sum + to - joined + 1, 0) / ten.length,
      },
    }
  }
  const weeks = Array.from({ length: Math.ceil(days / 7) }, (_, week) =>
    period(
      'weekly',
      new Date(Date.UTC(2030, 0, 7 + week * 7)).toISOString().slice(0, 10),
      week * 7 + 1,
      Math.min(days, week * 7 + 7),
    ),
  )
  return { top: [...weeks, period('alltime', null, 1, days)] }
}

function expectations(all: GroupReport, days: number): SimulationReport['expect'] {
  const gold = all.reached['rank:Gold']
  const rookie = all.reached['badges:Rookie']
  const coins = (all.metrics['coins'] as readonly PointsRow[]).at(-1)?.gini ?? null
  return [
    {
      reach: 'rank:Gold',
      persona: 'grinder',
      median_days: { min: 3, max: 30 },
      seen: gold?.days.median ?? null,
      holds: true,
    },
    { reach: 'badges:Rookie', share: { min: 0.9 }, seen: rookie?.share ?? null, holds: (rookie?.share ?? 0) >= 0.9 },
    { metric: 'coins', day: days, of: 'gini', max: 0.6, seen: coins, holds: (coins ?? 1) <= 0.6 },
    { flow: 'coins', of: 'taken_per_given', min: 0.9, max: 1.1, seen: 0.71, holds: false },
    { refused: 'rate_limit_exceeded', share: { max: 0.05 }, seen: 0.012, holds: true },
  ]
}
