import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { whyNot, type WhyNotInput } from '../../src/emulator/why/why-not.ts'
import { playAction } from '../../src/game/actions/operations.ts'
import type { Entry } from '../../src/game/kernel/entry.ts'
import { isFault, type Fault } from '../../src/game/kernel/fault.ts'
import { eventId } from '../../src/game/kernel/ids.ts'
import { addMember } from '../../src/game/members/joining.ts'
import { setRoles } from '../../src/game/members/role-changes.ts'
import type { Change } from '../../src/game/metrics/score.ts'
import { createPlayer } from '../../src/game/players/administration.ts'
import { updateScores } from '../../src/game/players/score-update.ts'
import { createProcessFor } from '../../src/game/processes/creation.ts'
import { playTrigger } from '../../src/game/processes/trigger-play.ts'
import type { RewardDesign } from '../../src/game/rules/reward.ts'
import type { Obstacle, Why, WhyNot, WhyStep } from '../../src/interface/why-answer.ts'
import { action, add, designOf, point, score, set, state } from '../support/design-parts.ts'
import { GameRun } from '../support/game-run.ts'
import { newMemoryGame } from '../support/memory-game.ts'
import { container, parallel, sub, task } from '../support/process-parts.ts'
import { Life, randomCommands, type Command } from '../support/random-commands.ts'
import { randomDesign } from '../support/random-design.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

describe('why', () => {
  const changesIn = ({ part, looked_at: sights }: WhyStep, made: readonly Change[]): readonly unknown[] => {
    const given = sights.flatMap((sight) =>
      (sight.kind === 'reward' || sight.kind === 'compound') && sight.change ? [sight.change] : [],
    )
    if (part.kind !== 'level') return given
    // A level is explained by the points that it was reached with.
    const [level] = made
    expect(sights).toContainEqual(expect.objectContaining({ kind: 'level', rank: level?.delta.new }))
    return [level, ...given]
  }

  const explained = ['action', 'level', 'achievement', 'custom_rule', 'score', 'progress']

  function expectExplained(why: Why, entry: Entry): void {
    expect(why).toMatchObject({ same: true, more: 0 })
    for (const [index, event] of entry.events.entries()) {
      if (!explained.includes(event.event)) continue
      const { changes } = event as unknown as { changes: readonly Change[] }
      const steps = why.steps.filter((step) => step.event === eventId(entry, index))
      expect(steps.flatMap((step) => changesIn(step, changes))).toEqual(changes)
    }
  }

  test(
    'every change of an event is explained by the parts that it names, also under an older design',
    { timeout: TIMEOUT_MS },
    async () => {
      const decided = ['actions.play', 'rules.evaluate', 'players.score', 'players.revert', 'players.create']
      let told = 0
      await fc.assert(
        fc.asyncProperty(fc.tuple(randomDesign, randomDesign), randomCommands, async (sources, commands) => {
          const { game } = await lived(sources.map(designOf), commands)
          for await (const { text } of game.journal.read(1)) {
            const entry = JSON.parse(text) as Entry
            if (!decided.includes(entry.op)) continue
            const why = await game.runtime.why(eventId(entry, 0))
            if (isFault(why)) throw new Error(`not explained: ${JSON.stringify(why)}`)
            expectExplained(why, entry)
            told += 1
          }
        }),
        runs(8),
      )
      expect(told).toBeGreaterThan(8)
    },
  )

  async function lived(designs: Parameters<typeof newMemoryGame>[0], commands: readonly Command[]) {
    const life = new Life(await newMemoryGame(designs, 'seed'))
    for (const command of commands) await life.does(command)
    return life
  }
})

describe('why-not', () => {
  const LEAVES = 5
  const operators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const
  const numbers = Array.from({ length: LEAVES }, (_, i) => i)

  /** Each leaf looks at something of its own, so that all can be had at once. */
  const leaf = (i: number): fc.Arbitrary<object> =>
    fc.oneof(
      fc
        .record({ operator: fc.constantFrom(...operators), value: fc.constantFrom('-3', '0', '2.5', '10') })
        .map((rest) => ({ type: 'metric', context: { id: `m${i}`, type: 'point', ...rest } })),
      fc.constantFrom('eq', 'ne').map((operator) => ({
        type: 'metric',
        context: { id: `s${i}`, type: 'state', operator, value: 'On' },
      })),
      fc.record({ operator: fc.constantFrom('gt', 'ge', 'eq'), value: fc.constantFrom('1', '3') }).map((rest) => ({
        type: 'metric',
        context: { id: `i${i}`, type: 'set', item: 'Fan', ...rest },
      })),
      fc.record({ operator: fc.constantFrom('gt', 'ge'), value: fc.constantFrom('0', '2') }).map((rest) => ({
        type: 'action',
        context: { id: `a${i}`, ...rest },
      })),
    )

  /** A tree over leaves, some of it negated; plays cannot be taken back, so those are never. */
  const tree = (leaves: readonly object[], shape: readonly number[]): object => {
    const [first] = leaves
    if (leaves.length === 1 && first) return first
    const [pick = 0, ...rest] = shape
    const middle = 1 + (pick % (leaves.length - 1))
    const expression = [tree(leaves.slice(0, middle), rest), tree(leaves.slice(middle), rest.toReversed())]
    const mayNegate = !JSON.stringify(leaves).includes('"type":"action"')
    return { type: pick % 2 === 0 ? 'and' : 'or', expression, ...(mayNegate && pick % 3 === 0 ? { not: true } : {}) }
  }

  const requirement = fc
    .tuple(fc.tuple(...numbers.map(leaf)), fc.array(fc.nat(9), { minLength: 8, maxLength: 8 }))
    .map(([leaves, shape]) => tree(leaves, shape))

  const design = (requires: object, rate: boolean) =>
    designOf({
      metrics: numbers.flatMap((i) => [
        point(`m${i}`, { min: '-Infinity' }),
        state(`s${i}`, 'On', 'Off'),
        set(`i${i}`, ['Fan']),
      ]),
      actions: [
        action('it', [add('m0', '0')], { requires, ...(rate ? { rate: [2, 3_600_000, 'ROLLING'] } : {}) }),
        ...numbers.map((i) => action(`a${i}`)),
      ],
    })

  /** Tasks that come before the one that is played, in the lane of others, and the sub_process around that one. */
  interface Quest {
    readonly before: number
    /** Whether those may be performed in any order. */
    readonly together: boolean
    readonly inside: boolean
    /** What neo is in the process; null where neo is not in it. */
    readonly roles: Readonly<Record<string, 'player' | 'observer'>> | null
  }

  const quest: fc.Arbitrary<Quest> = fc.record({
    before: fc.nat(3),
    together: fc.boolean(),
    inside: fc.boolean(),
    roles: fc.constantFrom(null, { red: 'observer' }, { blue: 'player' }, { red: 'player' }),
  })

  const questDesign = (requires: object, rate: boolean, { before, together, inside }: Quest) => {
    const limit = rate ? { rate: [1, 3_600_000, 'ROLLING'] } : {}
    const it = task('it', { lane: 'red', loop: 'Infinity', requires, ...(inside ? {} : limit) })
    const last = inside
      ? sub('s', container([it]), { ...limit, loop: 'Infinity', requires: score('more', 'ge', 3) })
      : it
    const firsts = Array.from({ length: before }, (_, i) => task(`b${i}`, { lane: 'blue', loop: String(i) }))
    const ids = firsts.map(({ id }) => id)
    const joined = together && before > 1
    const arrows = joined
      ? [...ids.map((id) => `${id} all`), `all ${last.id}`]
      : [...ids, last.id].flatMap((id, i, all) => (i === 0 ? [] : [`${all[i - 1]} ${id}`]))
    const parts = container([...firsts, last], joined ? [parallel('all')] : [], ...arrows)
    const { source } = design({ type: 'and', expression: [] }, false)
    return designOf({
      ...source,
      metrics: [...source.metrics, point('more')],
      processes: [{ id: 'p', name: 'Quest', lanes: [{ name: 'red' }, { name: 'blue' }], ...parts }],
    })
  }

  const client = { client: 'test' }
  const asNeo = { client: 'test', player: 'neo' }

  const ask = (run: GameRun, about: Omit<WhyNotInput, 'player_id'> = { action: 'it' }): WhyNot =>
    done(run.execute(whyNot, { player_id: 'neo', ...about }, client).result)
  const play = (run: GameRun, id: string, count = 1) =>
    run.execute(playAction, { action: id, count, variables: {}, scopes: [], query: false }, asNeo).result
  const perform = (run: GameRun, trigger: string, player = 'neo') =>
    run.execute(playTrigger, { process: quests, trigger, scopes: [], query: false }, { client: 'test', player }).result

  const quests = 'trinity/quest'
  const subject = { kind: 'process', id: quests } as const

  function done<R>(result: Fault | R): R {
    if (isFault(result)) throw new Error(JSON.stringify(result))
    return result
  }

  /** What removes an obstacle; of choices the first. */
  function removed(run: GameRun, obstacle: Obstacle): void {
    if (obstacle.kind === 'any_of') return obstacle.choices[0]?.forEach((each) => removed(run, each))
    if (obstacle.kind === 'rate') {
      run.at = Date.parse(obstacle.free_at ?? '')
      return
    }
    if (obstacle.kind === 'performer')
      return void done(run.execute(addMember, { subject, player: 'neo', roles: { blue: 'player' } }, client).result)
    if (obstacle.kind === 'lane')
      return void done(run.execute(setRoles, { subject, player: 'neo', roles: { red: 'player' } }, client).result)
    if (obstacle.kind === 'not_offered') return void done(perform(run, obstacle.after[0] ?? '', 'trinity'))
    if (obstacle.kind !== 'requirement') throw new Error(`not to be removed: ${JSON.stringify(obstacle)}`)
    const { type, context } = obstacle.needs as unknown as {
      readonly type: string
      readonly context: { id: string; type: string; operator: string; value: string; item?: string }
    }
    const missing = Number(obstacle.missing ?? (context.operator === 'ne' ? '1' : '0'))
    if (type === 'action') {
      for (let plays = 0; plays < missing; plays += 1) play(run, context.id)
      return
    }
    const value = String(Number(obstacle.has) + missing)
    const states = context.operator === 'eq' ? context.value : 'Off'
    const reward = {
      metric: { id: context.id, type: context.type },
      verb: 'set',
      value: context.type === 'state' ? states : context.item === undefined ? value : { [context.item]: value },
    } as RewardDesign
    done(run.execute(updateScores, { id: 'neo', rewards: [reward] }, client).result)
  }

  const causes = (obstacles: readonly Obstacle[]): readonly Obstacle[] =>
    obstacles.flatMap((each) => (each.kind === 'any_of' ? causes(each.choices[0] ?? []) : [each]))

  test(
    'a play is refused as long as one of the causes that it names is left, and succeeds without them',
    { timeout: TIMEOUT_MS },
    () => {
      let refused = 0
      fc.assert(
        fc.property(requirement, fc.boolean(), fc.constantFrom(1, 2), (requires, rate, count) => {
          const run = new GameRun(design(requires, rate))
          run.execute(createPlayer, { id: 'neo' }, client)
          const first = ask(run)
          for (const obstacle of causes(first.stands_in_the_way)) {
            expect(ask(run).possible).toBe(false)
            expect(isFault(play(run, 'it', count))).toBe(true)
            removed(run, obstacle)
            refused += 1
          }
          expect(ask(run, { action: 'it', count })).toMatchObject({ possible: true, stands_in_the_way: [] })
          expect(isFault(play(run, 'it', count))).toBe(false)
          if (!rate) return
          const tooMany = 3 - count
          expect(isFault(play(run, 'it', tooMany))).toBe(true)
          const [limit] = ask(run, { action: 'it', count: tooMany }).stands_in_the_way
          expect(limit).toMatchObject({ kind: 'rate', used: count, plays: tooMany })
          const [forever] = ask(run, { action: 'it', count: 3 }).stands_in_the_way
          expect(forever).toMatchObject({ kind: 'rate', free_at: null })
          removed(run, limit!)
          run.at -= 1
          expect(isFault(play(run, 'it', tooMany))).toBe(true)
          run.at += 1
          expect(isFault(play(run, 'it', tooMany))).toBe(false)
        }),
        runs(60),
      )
      expect(refused).toBeGreaterThan(40)
    },
  )

  test(
    'a trigger is refused as long as one of the causes is left, and is played without them',
    { timeout: TIMEOUT_MS },
    () => {
      const kinds = new Set<string>()
      fc.assert(
        fc.property(requirement, fc.boolean(), quest, (requires, rate, shape) => {
          const run = new GameRun(questDesign(requires, rate, shape))
          for (const id of ['neo', 'trinity']) run.execute(createPlayer, { id }, client)
          done(run.execute(createProcessFor, { definition: 'p', id: quests, owner: 'trinity' }, client).result)
          done(run.execute(setRoles, { subject, player: 'trinity', roles: { '*': 'player' } }, client).result)
          if (shape.roles) done(run.execute(addMember, { subject, player: 'neo', roles: shape.roles }, client).result)
          const about = { process: quests, trigger: 'it' }
          // Each task before it is performed, with its loops; the rest is named at once.
          const most = ask(run, about).stands_in_the_way.length + LEAVES + 6
          for (let steps = 0; !ask(run, about).possible; steps += 1) {
            const [cause] = causes(ask(run, about).stands_in_the_way)
            expect(isFault(perform(run, 'it'))).toBe(true)
            expect(steps).toBeLessThan(most)
            kinds.add(cause?.kind ?? '')
            removed(run, cause!)
          }
          expect(isFault(perform(run, 'it'))).toBe(false)
          if (!rate) return
          expect(isFault(perform(run, 'it'))).toBe(true)
          const [limit] = ask(run, about).stands_in_the_way
          expect(limit).toMatchObject({ kind: 'rate', of: shape.inside ? 's' : 'it', used: 1 })
          removed(run, limit!)
          expect(ask(run, about).possible).toBe(true)
          expect(isFault(perform(run, 'it'))).toBe(false)
        }),
        runs(40),
      )
      expect([...kinds].toSorted()).toEqual(['lane', 'not_offered', 'performer', 'requirement'])
    },
  )
})
