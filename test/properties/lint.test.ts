import fc from 'fast-check'
import { expect, test } from 'vitest'
import { playAction } from '../../src/game/actions/operations.ts'
import { compileDesign, type Design } from '../../src/game/design/design.ts'
import { compare, type Amount } from '../../src/game/kernel/decimal.ts'
import { isFault } from '../../src/game/kernel/fault.ts'
import { nameOf } from '../../src/game/kernel/name-map.ts'
import { scoreKey } from '../../src/game/metrics/score.ts'
import { createPlayer } from '../../src/game/players/administration.ts'
import { findPlayer } from '../../src/game/players/state.ts'
import { createProcess } from '../../src/game/processes/creation.ts'
import { storedProcess } from '../../src/game/processes/state.ts'
import { playTrigger } from '../../src/game/processes/trigger-play.ts'
import { performerIn, openTasks } from '../../src/game/processes/triggers.ts'
import { evaluateRule } from '../../src/game/rules/operations.ts'
import { LabGame } from '../../src/lab/lab-game.ts'
import { economyOf, type Economy } from '../../src/lab/lint/economy.ts'
import type { Interval } from '../../src/lab/lint/interval.ts'
import { lintDesign } from '../../src/lab/lint/lint-design.ts'
import { keys } from '../../src/lab/lint/ranges.ts'
import { actionIds, customIds, randomDesign } from '../support/random-design.ts'
import { randomProcess } from '../support/random-process.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

const HOUR_MS = 3_600_000

const step = fc.record({
  what: fc.constantFrom('action', 'action', 'action', 'rule', 'process', 'wait'),
  which: fc.nat(20),
  count: fc.constantFrom(1, 1, 2, 7),
  n: fc.constantFrom(-5, 0, 1, 3, 100),
  text: fc.constantFrom('1.5', '', 'x', '-40'),
})
const steps = fc.array(step, { minLength: 20, maxLength: 80, size: 'max' })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** What happened in a game: the parts that took place, as `actions/like`. */
interface Played {
  readonly game: LabGame
  readonly happened: ReadonlySet<string>
}

/** Plays a design at random, as a player and an operator, and calls `look` after each step. */
function play(design: Design, choices: readonly Step[], look: (game: LabGame) => void): Played {
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
  })
  const happened = new Set<string>()
  if (isFault(game.execute(createPlayer, { id: 'neo', alias: 'neo' } as never))) return { game, happened }
  look(game)
  for (const { what, which, count, n, text } of choices) {
    const variables = JSON.parse(`{"n":${n},"__proto__":"${text}"}`) as Record<string, unknown>
    switch (what) {
      case 'wait':
        game.at += which * HOUR_MS
        break
      case 'action': {
        const action = actionIds[which % actionIds.length] ?? ''
        const done = game.execute(playAction, { action, count, variables, scopes: [], query: false }, 'neo')
        if (!isFault(done)) happened.add(`actions/${action}`)
        break
      }
      case 'rule': {
        const rule = customIds[which % customIds.length] ?? ''
        game.execute(evaluateRule, { rule, data: [{ player_ids: ['neo'], variables }], scopes: [] })
        break
      }
      case 'process': {
        for (const { id } of design.processes.values()) perform(game, `neo/${id}`, id, which, happened)
      }
    }
    look(game)
  }
  return { game, happened }
}

function perform(game: LabGame, process: string, definition: string, which: number, happened: Set<string>): void {
  const performer = performerIn(game.state, process, game.context('neo'), 'play')
  if (isFault(performer)) {
    game.execute(createProcess, { definition, id: definition }, 'neo')
    return
  }
  const open = openTasks(game.state, performer, game.context('neo'))
  const task = open[which % open.length]
  if (!task) return
  const done = game.execute(playTrigger, { process, trigger: task.trigger, scopes: [], query: false }, 'neo')
  if (!isFault(done)) happened.add(`processes/${definition}/${task.path}`)
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

/** Whether the process of the player has ended. */
const isCompleted = ({ state }: LabGame): boolean => storedProcess(state, 'neo/p')?.state === 'COMPLETED'

const compiled = (source: Parameters<typeof compileDesign>[0]): Design => {
  const design = compileDesign(source)
  if ('source' in design) return design
  throw new Error(JSON.stringify(design.problems))
}

/** What the lints say that can never happen, and did. */
function falseAlarms(design: Design, { happened }: Played): string[] {
  return lintDesign(design)
    .filter(({ id, path }) => id === 'never-playable' && path[0] === 'requires')
    .map(({ kind, component }) => `${kind}/${component}`)
    .filter((each) => happened.has(each))
}

test(
  'nothing that the lints take as impossible happens in random plays of random designs',
  () => {
    const seen = { findings: 0, played: 0 }
    fc.assert(
      fc.property(randomDesign, steps, (source, choices) => {
        const design = compiled(source)
        const economy = economyOf(design)
        const played = play(design, choices, (game) => expect(surprises(economy, game)).toEqual([]))
        expect(falseAlarms(design, played)).toEqual([])
        seen.findings += lintDesign(design).length
        seen.played += played.happened.size
      }),
      runs(1000),
    )
    expect(seen.findings).toBeGreaterThan(0)
    expect(seen.played).toBeGreaterThan(0)
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
          metrics: [],
          actions: [],
          teams: [],
          rules: [],
          leaderboards: [],
          bootstrap: {},
          processes: [{ id: 'p', name: 'P', settings: { access: ['PUBLIC'] }, ...process }],
        })
        const flow = economyOf(design).flows.get('p')
        if (!flow?.performed) {
          seen.unknown += 1
          return
        }
        const all = choices.map((choice) => ({ ...choice, what: 'process' as const }))
        const { happened, game } = play(design, all, () => undefined)
        const trappedTask = flow.trapped.find((task) => happened.has(`processes/p/${task}`))
        if (trappedTask !== undefined) expect(isCompleted(game), `${trappedTask} was performed`).toBe(false)
        for (const each of happened)
          expect(flow.performed.has(each.slice('processes/p/'.length)), `${each} was performed`).toBe(true)
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
