import fc from 'fast-check'
import { expect, test } from 'vitest'
import { playAction } from '../../src/game/actions/operations.ts'
import { compileDesign, type Design } from '../../src/game/design/design.ts'
import { exercisableParts } from '../../src/game/design/exercisable.ts'
import { byId } from '../../src/game/design/identity.ts'
import { emptyDesign, type DesignSource } from '../../src/game/design/source.ts'
import type { GameCommand } from '../../src/game/game-operation.ts'
import { compare, type Amount } from '../../src/game/kernel/decimal.ts'
import { isFault } from '../../src/game/kernel/fault.ts'
import { nameOf } from '../../src/game/kernel/name-map.ts'
import { scoreKey } from '../../src/game/metrics/score.ts'
import { createPlayer } from '../../src/game/players/administration.ts'
import { findPlayer } from '../../src/game/players/state.ts'
import { createProcess } from '../../src/game/processes/creation.ts'
import { offeredTasks } from '../../src/game/processes/offers.ts'
import { storedProcess } from '../../src/game/processes/state.ts'
import { playTrigger } from '../../src/game/processes/trigger-play.ts'
import { performerIn, openTasks } from '../../src/game/processes/triggers.ts'
import { createObserver } from '../../src/game/rules/observer.ts'
import { evaluateRule } from '../../src/game/rules/operations.ts'
import type { Reward } from '../../src/game/rules/reward.ts'
import { LabGame } from '../../src/lab/lab-game.ts'
import { economyOf, type Economy, type Finding } from '../../src/lab/lint/economy.ts'
import type { Interval } from '../../src/lab/lint/interval.ts'
import { lintDesign } from '../../src/lab/lint/lint-design.ts'
import type { LintId } from '../../src/lab/lint/lints.ts'
import { keys } from '../../src/lab/lint/ranges.ts'
import { actionIds, customIds, randomDesignWithProcess } from '../support/random-design.ts'
import { randomProcess } from '../support/random-process.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

const HOUR_MS = 3_600_000

const step = fc.record({
  what: fc.constantFrom('action', 'action', 'action', 'rule', 'process', 'process', 'process', 'wait'),
  which: fc.nat(20),
  count: fc.constantFrom(1, 1, 2, 7),
  n: fc.constantFrom(-5, 0, 1, 3, 100),
  text: fc.constantFrom('1.5', '', 'x', '-40'),
})
const steps = fc.array(step, { minLength: 20, maxLength: 80, size: 'max' })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A process of the player: the paths of the activities that were performed, and whether it has ended. */
interface Trip {
  readonly performed: Set<string>
  completed: boolean
}

/** What happened in a game. */
interface Played {
  /** The parts of the design that were given, performed, reached or passed, and the requirements that were met for them. */
  readonly happened: ReadonlySet<object>
  /** The activities whose rates refused a play. */
  readonly refused: ReadonlySet<object>
  /** The scores that the player had, as texts: by metric, and by `badges:Fan` for items and states. */
  readonly scores: ReadonlyMap<string, ReadonlySet<string>>
  readonly trips: readonly Trip[]
  readonly game: LabGame
}

/** Plays a design at random, as a player and an operator, and calls `look` after each step. */
function play(design: Design, choices: readonly Step[], look: (game: LabGame) => void): Played {
  const seen: object[] = []
  const refused = new Set<object>()
  const game = new LabGame({
    design,
    game: {
      id: 'g',
      title: 'G',
      description: '',
      type: 'game',
      listed: false,
      access: 'PUBLIC',
      timezone: 'UTC',
      image: 'default-game',
      created: 0,
    } as never,
    zoneOffset: () => 0,
    seed: 'seed',
    fromMs: Date.UTC(2030, 0, 1),
    observer: createObserver({
      examined: (part) => void ('rules' in part && 'requires' in part && seen.push(part.requires)),
      applied: ({ requires }) => void seen.push(requires),
      gave: (reward, _count, change) => void (change && seen.push(reward)),
      ranked: (_rule, _points, level) => void seen.push(level),
      followed: (rule) => void (rule.type === 'achievement' && seen.push(rule.requires)),
      performed: (activity) => void seen.push(activity, activity.requires),
      flowed: (flow) => void seen.push(flow),
      rated: (part, _rate, _uses, _plays, held) => void (held || refused.add(part)),
    }),
  })
  const happened = new Set<object>()
  const trips: Trip[] = []
  const isDone = <I>(command: GameCommand<I, unknown>, input: I, player?: string): boolean => {
    seen.length = 0
    const isRefused = isFault(game.execute(command, input, player))
    if (!isRefused) for (const part of seen) happened.add(part)
    return !isRefused
  }
  const played = { happened, refused, trips, game, scores: new Map<string, Set<string>>() }
  if (!isDone(createPlayer, { id: 'neo', alias: 'neo' } as never)) return played
  lookAround()
  for (const { what, which, count, n, text } of choices) {
    const variables = JSON.parse(`{"n":${n},"__proto__":"${text}"}`) as Record<string, unknown>
    switch (what) {
      case 'wait':
        game.at += which * HOUR_MS
        break
      case 'action': {
        const action = actionIds[which % actionIds.length] ?? ''
        isDone(playAction, { action, count, variables, scopes: [], query: false }, 'neo')
        break
      }
      case 'rule': {
        const rule = customIds[which % customIds.length] ?? ''
        isDone(evaluateRule, { rule, data: [{ player_ids: ['neo'], variables }], scopes: [] })
        break
      }
      case 'process':
        perform(which)
    }
    lookAround()
  }
  return played

  function lookAround(): void {
    look(game)
    for (const [key, text] of scoreTexts(game)) played.scores.set(key, new Set(played.scores.get(key)).add(text))
  }

  /** Plays an open trigger of the process `p`, now and then one that is locked, or begins one if none is running. */
  function perform(which: number): void {
    const trip = trips.at(-1)
    if (!trip || trip.completed) {
      if (isDone(createProcess, { definition: 'p', id: `p${trips.length}` }, 'neo'))
        trips.push({ performed: new Set(), completed: false })
      return
    }
    const process = `neo/p${trips.length - 1}`
    const performer = performerIn(game.state, process, game.context('neo'), 'play')
    if (isFault(performer)) return
    const tasks = which % 4 === 0 ? offeredTasks(performer.definition.graph, performer.process.nodes) : undefined
    const open = tasks ?? openTasks(game.state, performer, game.context('neo'))
    const task = open[which % open.length]
    if (!task || !isDone(playTrigger, { process, trigger: task.trigger, scopes: [], query: false }, 'neo')) return
    trip.performed.add(task.path)
    trip.completed = storedProcess(game.state, process)?.state === 'COMPLETED'
  }
}

const contains = ({ low, high, openLow, openHigh }: Interval, amount: Amount): boolean => {
  const [atLow, atHigh] = [compare(amount, low), compare(amount, high)]
  return (openLow ? atLow > 0 : atLow >= 0) && (openHigh ? atHigh < 0 : atHigh <= 0)
}

/** Returns the scores of the player that are beyond what the lints take as possible. */
function surprises({ design, reach }: Economy, { state }: LabGame): string[] {
  const player = findPlayer(state.players, 'neo')
  const found: string[] = []
  for (const metric of design.metrics.values()) {
    const score = player?.scores[scoreKey(metric)]
    if (score === undefined) continue
    const amounts: (readonly [string, Amount])[] = []
    if (metric.type === 'state') {
      if (!reach.ranges.statesOf(metric.id).has(score as string)) found.push(`${metric.id} is ${score as string}`)
    } else if (typeof score !== 'object') amounts.push([keys.score(metric.id), score])
    else {
      const held = Object.entries(score).map(([name, count]) => [keys.item(metric.id, nameOf(name)), count] as const)
      amounts.push(...held, [keys.score(metric.id), held.length])
    }
    for (const [key, amount] of amounts)
      if (!contains(reach.ranges.amount(key), amount)) found.push(`${key} is ${amount}`)
    if (!reach.entered.has(metric.id)) found.push(`${metric.id} has an entry`)
  }
  return found
}

const compiled = (source: Parameters<typeof compileDesign>[0]): Design => {
  const design = compileDesign(source)
  if ('source' in design) return design
  throw new Error(JSON.stringify(design.problems))
}

/** Returns the scores of the player as texts. */
function scoreTexts({ design, state }: LabGame): Map<string, string> {
  const scores = findPlayer(state.players, 'neo')?.scores ?? {}
  const texts = new Map<string, string>()
  for (const metric of design.metrics.values()) {
    const score = scores[scoreKey(metric)]
    texts.set(metric.id, JSON.stringify(score ?? null))
    if (metric.type === 'state' && score !== undefined) texts.set(`${metric.id}:${score as string}`, 'held')
    if (score !== undefined && typeof score === 'object')
      for (const [name, count] of Object.entries(score)) texts.set(`${metric.id}:${nameOf(name)}`, `${count}`)
  }
  return texts
}

type Path = Finding['path']

const placeOf = (kind: string, component: string, path: Path): string => [kind, component, ...path].join(' ')

/** Returns the flows out of the gateway at a path of a process. */
function flowsBehind({ source, processes }: Design, component: string, path: Path): readonly object[] {
  let part: unknown = byId(source.processes).get(component)
  const ids: string[] = []
  for (const step of path) {
    part = (part as Readonly<Record<string, unknown>>)[step]
    if (typeof step === 'number') ids.push((part as { id: string }).id)
  }
  return processes.get(component)?.graph.nodes.get(ids.join('/'))?.out ?? []
}

/** For each lint that says that something can never happen: whether it did. */
const alarms: Partial<Record<LintId, (finding: Finding, played: Played, at: ReadonlyMap<string, object>) => boolean>> =
  {
    // The finding is about a requirement that was never met, or a part of it.
    'never-playable': ({ kind, component, path }, { happened }, at) =>
      path.some(
        (_, i) =>
          i >= path.indexOf('requires') &&
          happened.has(at.get(placeOf(kind, component, path.slice(0, i + 1))) ?? noPart),
      ),
    'level-out-of-reach': ({ kind, component, path }, { happened }, at) =>
      happened.has(at.get(placeOf(kind, component, path)) ?? noPart),
    waste: ({ kind, component, path }, { happened }, at) => {
      const reward = at.get(placeOf(kind, component, path)) as Reward
      // Of a reward with several items, the finding is about one.
      return (reward.type !== 'set' || reward.items.length === 1) && happened.has(reward)
    },
    'dead-end': ({ kind, component, path }, { happened, game }, at) => {
      const flows =
        path.at(-2) === 'gateways'
          ? flowsBehind(game.design, component, path)
          : [at.get(placeOf(kind, component, path)) ?? noPart]
      return flows.some((flow) => happened.has(flow))
    },
    'rate-without-effect': ({ kind, component, path }, { refused }, at) =>
      refused.has(at.get(placeOf(kind, component, path.slice(0, -1))) ?? noPart),
    'never-given': ({ component, path }, { scores, game }) => {
      const metric = game.design.metrics.get(component)
      const parts = metric?.type === 'set' ? metric.items : metric?.type === 'state' ? metric.states : new Map()
      const key = path.length === 0 ? component : `${component}:${[...parts.keys()][path.at(-1) as number]}`
      return [...(scores.get(key) ?? [])].some((text) => text !== 'null' && text !== '0')
    },
    'still-board': ({ component, path }, { scores, game }) => {
      const board = game.state.boards.byId.get(component)
      if (path[0] === 'requires')
        return (
          board?.cycles.some(
            ({ present, finished }) => present.all.size + present.groups.size + finished.length > 0,
          ) === true
        )
      const metric = [...game.design.metrics.values()].find((each) => scoreKey(each) === board?.definition.metric)
      return (scores.get(metric?.id ?? '')?.size ?? 0) > 1
    },
  }
const noPart = {}

/** Lets the first action be played only by those who have the most of a metric, so that its rewards are often wasted. */
function atLimit(source: DesignSource): DesignSource {
  const metrics = source.metrics as readonly { id: string; type: string; constraints: { max?: string } }[]
  const metric = metrics.find(({ type, constraints }) => type === 'point' && constraints.max !== undefined)
  const [first, ...actions] = source.actions as readonly object[]
  if (!metric || !first) return source
  const { id, type, constraints } = metric
  const requires = { type: 'metric', context: { id, operator: 'ge', value: constraints.max } }
  const reward = { metric: { id, type }, verb: 'add', value: '1' }
  return { ...source, actions: [{ ...first, requires, rules: [{ rewards: [reward] }] }, ...actions] }
}

/** Returns the findings that something can never happen, where it did. */
function falseAlarms(design: Design, played: Played): string[] {
  const at = new Map<string, object>()
  for (const { component, id, path, compiled: part } of exercisableParts(design))
    at.set(placeOf(component, id, path), part)
  return lintDesign(design)
    .filter((finding) => alarms[finding.id]?.(finding, played, at) === true)
    .map(({ id, message }) => `${id}: ${message}`)
}

test(
  'nothing that the lints take as impossible happens in random plays of random designs',
  () => {
    const seen = new Map<LintId, number>()
    let happenings = 0
    fc.assert(
      fc.property(randomDesignWithProcess, steps, fc.boolean(), (source, choices, isAtLimit) => {
        const design = compiled(isAtLimit ? atLimit(source) : source)
        const economy = economyOf(design)
        const played = play(design, choices, (game) => expect(surprises(economy, game)).toEqual([]))
        expect(falseAlarms(design, played)).toEqual([])
        for (const { id } of lintDesign(design)) seen.set(id, (seen.get(id) ?? 0) + 1)
        happenings += played.happened.size
      }),
      runs(1000),
    )
    expect(Object.keys(alarms).filter((id) => !seen.has(id as LintId))).toEqual([])
    expect(happenings).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)

test(
  'no activity is performed that the lints call unreachable, and no process ends once it is in a loop that nothing leaves',
  () => {
    const seen = { 'dead-end': 0, 'never-ends': 0, unknown: 0 }
    fc.assert(
      fc.property(randomProcess, steps, (process, choices) => {
        const design = compiled({
          ...emptyDesign,
          processes: [{ id: 'p', name: 'P', settings: { access: ['PUBLIC'] }, ...process }],
        })
        const flow = economyOf(design).flows.get('p')
        if (!flow?.performed) {
          seen.unknown += 1
          return
        }
        const all = choices.map((choice) => ({ ...choice, what: 'process' as const }))
        for (const { performed, completed } of play(design, all, () => undefined).trips) {
          const trappedTask = flow.trapped.find((task) => performed.has(task))
          if (trappedTask !== undefined) expect(completed, `${trappedTask} was performed`).toBe(false)
          for (const each of performed) expect(flow.performed.has(each), `${each} was performed`).toBe(true)
        }
        for (const { id } of lintDesign(design)) if (id === 'dead-end' || id === 'never-ends') seen[id] += 1
      }),
      runs(1000),
    )
    expect(seen['dead-end']).toBeGreaterThan(0)
    expect(seen['never-ends']).toBeGreaterThan(0)
    expect(seen.unknown).toBeLessThan(700)
  },
  TIMEOUT_MS,
)
