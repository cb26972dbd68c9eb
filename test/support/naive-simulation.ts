/**
 * A second model of a simulation, plain and slow, which shares no code with the lab or the engine. It knows points with
 * limits, one ladder of levels, one badge, and actions with daily rates; and players whose every step is certain.
 */

type Points = 'xp' | 'coins'

interface NaiveReward {
  readonly metric: Points
  readonly verb: 'add' | 'remove' | 'set'
  readonly value: number
}

export interface NaiveAction {
  readonly rewards: readonly NaiveReward[]
  /** The plays of a day that are allowed. */
  readonly perDay: number
  /** The coins without which it cannot be played. */
  readonly needs: number
}

export interface NaiveGame {
  readonly xp: { readonly min: number; readonly max: number; readonly start: number }
  /** The xp of a new player, by the bootstrap. */
  readonly bootstrap: number | undefined
  /** The thresholds of all levels but the last one, ascending. The levels are called `L0`, `L1` … */
  readonly thresholds: readonly number[]
  /** The xp that give the badge `Fan`, and the number that is given. */
  readonly fan: { readonly at: number; readonly items: number }
  /** The actions `a0`, `a1` … */
  readonly actions: readonly NaiveAction[]
}

export interface NaivePersona {
  readonly hour: number
  readonly sessions: number
  readonly tries: number
  /** The hours between two tries: 0 or 1. */
  readonly pause: number
  /** What is tried: always the first one, or what gives most xp. The last one of a greedy player can always be played. */
  readonly choices: readonly { readonly action: number; readonly count: number }[]
  readonly isGreedy: boolean
  readonly patience: number
}

export interface NaiveGroup {
  readonly persona: number
  readonly players: number
  readonly overDays: number
}

export interface NaiveSimulation {
  readonly game: NaiveGame
  readonly personas: readonly NaivePersona[]
  readonly groups: readonly NaiveGroup[]
  readonly days: number
}

interface Day {
  active: boolean
  left: boolean
  plays: number
  refused: string[]
  xp: number
  coins: number
  level: number | undefined
  fans: number
}

interface Flow {
  readonly metric: string
  readonly source: string
  readonly by: number
}

/** The life of one player: days by number, changes, and what was reached on which day, after how many plays and hours. */
interface Life {
  readonly joined: number
  readonly days: Map<number, Day>
  readonly flows: Flow[]
  readonly reached: Map<string, { readonly day: number; readonly plays: number; readonly hours: number }>
}

function livedBy(persona: NaivePersona, { game, days: lastDay }: NaiveSimulation, joined: number): Life {
  const { min, max, start } = game.xp
  const life: Life = { joined, days: new Map(), flows: [], reached: new Map() }
  const scores = { xp: start, coins: 0 }
  let level: number | undefined
  let [fans, plays, barren, hasLeft, progress] = [0, 0, 0, false, false]
  const used = new Map<string, number>()

  const reach = (key: string, hours: number): void => {
    if (!life.reached.has(key)) life.reached.set(key, { day: joined + Math.floor(hours / 24), plays, hours })
  }
  const change = (metric: Points, to: number, source: string): boolean => {
    const within = metric === 'xp' ? Math.min(max, Math.max(min, to)) : Math.max(0, to)
    const by = within - scores[metric]
    if (by !== 0) life.flows.push({ metric, source, by })
    scores[metric] = within
    return by !== 0
  }
  const climb = (hours: number): void => {
    let now = game.thresholds.findIndex((threshold) => scores.xp <= threshold)
    if (now < 0) now = game.thresholds.length
    if (now > (level ?? -1)) progress = true
    level = now
    for (let each = 0; each <= now; each += 1) reach(`rank:L${each}`, hours)
  }
  const isPlayable = ({ action, count }: { action: number; count: number }, day: number): string | undefined => {
    const { perDay, needs } = game.actions[action] as NaiveAction
    if (scores.coins < needs) return 'access_denied'
    return (used.get(`${action} ${day}`) ?? 0) + count > perDay ? 'rate_limit_exceeded' : undefined
  }
  const worth = ({ action, count }: { action: number; count: number }): number => {
    let all = 0
    for (const { metric, verb, value } of (game.actions[action] as NaiveAction).rewards)
      if (metric === 'xp') all += verb === 'set' ? value - scores.xp : verb === 'add' ? value * count : -value * count
    return all
  }
  const choose = (day: number): { action: number; count: number } => {
    if (!persona.isGreedy) return persona.choices[0] as { action: number; count: number }
    let best = persona.choices.at(-1) as { action: number; count: number }
    let most = 0
    for (const choice of persona.choices) {
      if (isPlayable(choice, day) !== undefined || worth(choice) <= most) continue
      most = worth(choice)
      best = choice
    }
    return best
  }
  const attempt = (day: number, hours: number): void => {
    const today = life.days.get(day) as Day
    today.active = true
    const choice = choose(day)
    const refused = isPlayable(choice, day)
    if (refused !== undefined) {
      today.refused.push(refused)
      return
    }
    const { action, count } = choice
    used.set(`${action} ${day}`, (used.get(`${action} ${day}`) ?? 0) + count)
    today.plays += 1
    plays += 1
    let hasGrown = false
    for (const { metric, verb, value } of (game.actions[action] as NaiveAction).rewards) {
      const to = verb === 'set' ? value : scores[metric] + (verb === 'add' ? value : -value) * count
      if (change(metric, to, `actions/a${action}`) && metric === 'xp') hasGrown = true
    }
    if (hasGrown) climb(hours)
    if (fans === 0 && scores.xp >= game.fan.at) {
      fans = game.fan.items
      progress = true
      life.flows.push({ metric: 'badges:Fan', source: 'rules/fan', by: fans })
      reach('badges:Fan', hours)
    }
  }

  if (game.bootstrap !== undefined) {
    change('xp', game.bootstrap, 'bootstrap')
    climb(0)
  }
  // The hours of all tries since the midnight of day 1, those after midnight included.
  for (let day = joined; day <= lastDay; day += 1)
    life.days.set(day, { active: false, left: false, plays: 0, refused: [], ...scores, level, fans })
  let waiting: number[] = []
  for (let day = joined; day <= lastDay; day += 1) {
    const today = life.days.get(day) as Day
    progress = false
    if (!hasLeft) {
      const tries = persona.sessions * persona.tries
      for (let i = 0; i < tries; i += 1) waiting.push((day - 1) * 24 + persona.hour + i * persona.pause)
    }
    for (const at of waiting.filter((hour) => hour < day * 24)) attempt(day, at - (joined - 1) * 24)
    waiting = waiting.filter((hour) => hour >= day * 24)
    if (today.active) barren = progress ? 0 : barren + 1
    if (!hasLeft && barren >= persona.patience) {
      hasLeft = true
      today.left = true
      waiting = []
    }
    Object.assign(today, scores, { level, fans })
  }
  return life
}

const ranked = (numbers: readonly number[], percent: number): number | undefined =>
  numbers.toSorted((a, b) => a - b)[Math.max(1, Math.ceil((percent * numbers.length) / 100)) - 1]

const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

const textOf = (number: number | undefined): string | null => (number === undefined ? null : String(number))

/** Returns the Gini coefficient by its definition: from all pairs. */
function giniOf(numbers: readonly number[]): number | null {
  if (numbers.length === 0 || numbers.some((number) => number < 0)) return null
  let differences = 0
  for (const a of numbers) for (const b of numbers) differences += Math.abs(a - b)
  return differences === 0 ? 0 : differences / numbers.length ** 2 / (2 * (total(numbers) / numbers.length))
}

const pointsRow = (day: number, numbers: readonly number[]) => ({
  day,
  total: String(total(numbers)),
  mean: numbers.length === 0 ? null : total(numbers) / numbers.length,
  p5: textOf(ranked(numbers, 5)),
  p25: textOf(ranked(numbers, 25)),
  median: textOf(ranked(numbers, 50)),
  p75: textOf(ranked(numbers, 75)),
  p95: textOf(ranked(numbers, 95)),
  gini: giniOf(numbers),
})

const quartiles = (numbers: readonly number[]) => ({
  p25: ranked(numbers, 25) ?? null,
  median: ranked(numbers, 50) ?? null,
  p75: ranked(numbers, 75) ?? null,
})

const counted = (names: readonly string[]): Record<string, number> => {
  const numbers: Record<string, number> = {}
  for (const name of names.toSorted()) numbers[name] = (numbers[name] ?? 0) + 1
  return numbers
}

/** Sums changes by metric and source. */
function flowRows(flows: readonly Flow[]) {
  const keys = [...new Set(flows.map(({ metric, source }) => `${metric} ${source}`))].toSorted()
  return keys.map((key) => {
    const [metric, source] = key.split(' ')
    const changes = flows.filter((flow) => flow.metric === metric && flow.source === source).map(({ by }) => by)
    return {
      metric,
      source,
      given: String(total(changes.filter((by) => by > 0))),
      taken: String(-total(changes.filter((by) => by < 0))).replace('-0', '0'),
      times: changes.length,
    }
  })
}

function groupOf(lives: readonly Life[], { game, days: last }: NaiveSimulation) {
  const players = lives.filter(({ joined }) => joined <= last)
  const days = Array.from({ length: last }, (_, i) => i + 1)
  const on = (day: number): Day[] => players.flatMap((life) => life.days.get(day) ?? [])
  const things = ['badges:Fan', ...Array.from({ length: game.thresholds.length + 1 }, (_, i) => `rank:L${i}`)]
  return {
    players: players.length,
    days: days.map((day) => ({
      day,
      joined: players.filter(({ joined }) => joined === day).length,
      active: on(day).filter(({ active }) => active).length,
      left: on(day).filter(({ left }) => left).length,
      plays: total(on(day).map(({ plays }) => plays)),
      refused: counted(on(day).flatMap(({ refused }) => refused)),
      reached: counted(
        players.flatMap(({ reached }) => [...reached].flatMap(([key, found]) => (found.day === day ? [key] : []))),
      ),
    })),
    metrics: {
      xp: days.map((day) =>
        pointsRow(
          day,
          on(day).map(({ xp }) => xp),
        ),
      ),
      coins: days.map((day) =>
        pointsRow(
          day,
          on(day).map(({ coins }) => coins),
        ),
      ),
      rank: days.map((day) => {
        const levels = counted(on(day).flatMap(({ level }) => (level === undefined ? [] : [`L${level}`])))
        const shares = Object.entries(levels).map(([level, count]) => [level, count / on(day).length])
        return { day, share: Object.fromEntries(shares) as Record<string, number> }
      }),
      badges: days.map((day) => {
        const held = on(day).flatMap(({ fans }) => (fans > 0 ? [fans] : []))
        if (held.length === 0) return { day, holders: {}, items: {} }
        return { day, holders: { Fan: held.length / on(day).length }, items: { Fan: String(total(held)) } }
      }),
    },
    flows: flowRows(players.flatMap(({ flows }) => flows)),
    reached: Object.fromEntries(
      things.map((key) => {
        const found = players.flatMap(({ reached }) => reached.get(key) ?? [])
        const figures = {
          players: found.length,
          share: players.length === 0 ? 0 : found.length / players.length,
          hours: quartiles(found.map(({ hours }) => hours)),
          plays: quartiles(found.map(({ plays }) => plays)),
        }
        return [key, figures]
      }),
    ),
  }
}

/** Returns what the report of a simulation must have of all players and of each persona, `hours` instead of `days` reached. */
export function naiveReport(simulation: NaiveSimulation) {
  const { groups, personas } = simulation
  const lives = groups.flatMap(({ persona, players, overDays }) =>
    Array.from({ length: players }, (_, i) => ({
      persona,
      life: livedBy(personas[persona] as NaivePersona, simulation, 1 + Math.floor((i * overDays) / players)),
    })),
  )
  return {
    all: groupOf(
      lives.map(({ life }) => life),
      simulation,
    ),
    personas: Object.fromEntries(
      personas.map((_, index) => [
        `p${index}`,
        groupOf(
          lives.flatMap(({ persona, life }) => (persona === index ? [life] : [])),
          simulation,
        ),
      ]),
    ),
  }
}
