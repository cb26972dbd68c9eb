import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listIssues, fixIssue } from '../../src/game/design/deployment.ts'
import type { Design } from '../../src/game/design/design.ts'
import { named, type Issue, type Deployed } from '../../src/game/design/issue.ts'
import type { DesignSource } from '../../src/game/design/source.ts'
import type { RuntimeName } from '../../src/game/game-state.ts'
import type { Amount } from '../../src/game/kernel/decimal.ts'
import { isFault } from '../../src/game/kernel/fault.ts'
import { keyOf, namedEntries, type NameMap } from '../../src/game/kernel/name-map.ts'
import { countAll, type Holders } from '../../src/game/metrics/holders.ts'
import { itemsOf, pointsOf, scoreKey, stateOf, type Scores } from '../../src/game/metrics/score.ts'
import { findPlayer } from '../../src/game/players/state.ts'
import { everyGet, snapshotTexts } from '../support/canonical-hash.ts'
import { designOf } from '../support/design-parts.ts'
import { deployTo, newMemoryGame, type MemoryGame } from '../support/memory-game.ts'
import { Life, playerIds, randomCommands, type Command } from '../support/random-commands.ts'
import { randomDesign } from '../support/random-design.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

const designs = fc.tuple(randomDesign, randomDesign)
const operator = { client: 'test' }

/** Commands that leave the design in force, and what waits, as they are. */
const underOneDesign = (commands: readonly Command[]) =>
  commands.filter(({ kind }) => !['deploy', 'fix', 'upgrade', 'migrate'].includes(kind))

/** Commands that only add to a game: nobody goes, nothing that was is undone. */
const adding = (commands: readonly Command[]) =>
  underOneDesign(commands).filter(
    (command) =>
      command.kind !== 'revert' &&
      (command.kind !== 'call' || !/^DELETE|reset$|POST .v2.admin.players$/.test(command.call.route)),
  )

/** A game that has lived under the first of two designs. */
async function lived(
  sources: readonly DesignSource[],
  commands: readonly Command[],
  runtime: RuntimeName,
): Promise<Life & { readonly game: MemoryGame }> {
  const life = new Life(await newMemoryGame(sources.map(designOf), 'seed', runtime))
  for (const command of commands) await life.does(command)
  return life
}

async function deployed(game: MemoryGame, which: number): Promise<Deployed> {
  const done = await deployTo(game, which)
  if (isFault(done)) throw new Error(`a deploy was refused: ${JSON.stringify(done)}`)
  return done
}

/** The scores of every player who is there. */
function scoresOf({ runtime: { state } }: MemoryGame): Map<string, Scores> {
  const ids = state.players.records.flatMap((record) => (record ? [record.id] : []))
  return new Map(ids.map((id) => [id, findPlayer(state.players, id)?.scores ?? {}]))
}

/** Of scores, what a design knows: by metric, points, the state, the items. */
function knownBy(design: Design, scores: Scores): Record<string, unknown> {
  const known: Record<string, unknown> = {}
  for (const metric of design.metrics.values()) {
    if (metric.type === 'point' || metric.type === 'compound') known[scoreKey(metric)] = pointsOf(scores, metric)
    else if (metric.type === 'state') known[scoreKey(metric)] = stateOf(scores, metric)
    else {
      const held = itemsOf(scores, metric)
      known[scoreKey(metric)] = held && namedEntries(held).filter(([item]) => metric.items.has(item))
    }
  }
  return known
}

/** Of scores, the points, states and items that a design has no place for. */
function unknownBy(design: Design, scores: Scores): Record<string, unknown> {
  const known = new Map([...design.metrics.values()].map((metric) => [scoreKey(metric), metric]))
  return Object.fromEntries(
    Object.entries(scores).flatMap(([key, score]): [string, unknown][] => {
      const metric = known.get(key)
      if (!metric || (metric.type === 'state' && !metric.states.has(score as string))) return [[key, score]]
      const items =
        metric.type === 'set' ? namedEntries(score as never).filter(([item]) => !metric.items.has(item)) : []
      return items.length === 0 ? [] : [[key, items]]
    }),
  )
}

/** Of what a design had no place for, what has not given way to a state that it knows: a player is in one at a time. */
function notReplaced(unknown: Readonly<Record<string, unknown>>, design: Design, after: Scores) {
  const replaced = new Set<string>()
  for (const metric of design.metrics.values())
    if (metric.type === 'state' && stateOf(after, metric) !== undefined) replaced.add(scoreKey(metric))
  return Object.fromEntries(Object.entries(unknown).filter(([key]) => !replaced.has(key)))
}

const known = (players: ReadonlyMap<string, Scores>, design: Design) =>
  [...players].map(([id, scores]) => [id, knownBy(design, scores)])

/** A state or item of a metric that a deployment renamed. */
interface PartRenamed {
  readonly metric: string
  readonly from: string
  readonly to: string
}

/** The renames among the issues of a deployment. */
function renamesOf(issues: readonly Issue[]): readonly PartRenamed[] {
  return issues.flatMap(({ apply, vars: { metric_design, state, item, renamed } }) => {
    if (apply !== 'rename') return []
    const { id } = named(metric_design)
    return [{ metric: id ?? '', from: named(state ?? item).name ?? '', to: named(renamed).name ?? '' }]
  })
}

/** Scores as they are after the renames. */
function renamed(scores: Scores, design: Design, renames: readonly PartRenamed[]): Scores {
  const after = { ...scores }
  for (const { metric: id, from, to } of renames) {
    const metric = design.metrics.get(id)
    const key = metric && scoreKey(metric)
    const score = key === undefined ? undefined : after[key]
    if (key === undefined || score === undefined) continue
    if (metric?.type === 'state') after[key] = score === from ? to : score
    else after[key] = renamedItems(score as NameMap<Amount>, from, to)
  }
  return after
}

function renamedItems(items: NameMap<Amount>, from: string, to: string): NameMap<Amount> {
  return Object.fromEntries(namedEntries(items).map(([item, count]) => [keyOf(item === from ? to : item), count]))
}

/** Answers without those that list issues. */
const withoutIssues = (answers: readonly string[]) =>
  answers.filter((answer) => !answer.startsWith('GET /v2/design/issues'))

/** Scores without the metrics of the renames. */
function withoutMetrics(scores: Readonly<Record<string, unknown>>, design: Design, renames: readonly PartRenamed[]) {
  const keys = renames.map(({ metric }) => design.metrics.get(metric)).map((metric) => metric && scoreKey(metric))
  return Object.fromEntries(Object.entries(scores).filter(([key]) => !keys.includes(key)))
}

/** What of a game is neither number nor time of its last entry. */
function beyondTime(game: MemoryGame): string[] {
  return snapshotTexts(game).map((text) => text.replace(/"seq":\d+,"at":\d+,"chain":\d+/, ''))
}

test(
  'on staging one design, another, and the first again leave everything as it was',
  { timeout: TIMEOUT_MS },
  async () => {
    const seen = { issues: 0, renames: 0 }
    await fc.assert(
      fc.asyncProperty(designs, randomCommands, async (sources, commands) => {
        const { game } = await lived(sources, underOneDesign(commands), 'staging')
        const [before, shown] = [beyondTime(game), await everyGet(game, playerIds)]
        const { issues } = await deployed(game, 1)
        const renames = renamesOf(issues)
        seen.issues += issues.length
        seen.renames += renames.length
        const back = await deployed(game, 0)
        expect(back.status).toBe('simulated')
        expect(renamesOf(back.issues)).toEqual(renames.map(({ metric, from, to }) => ({ metric, from: to, to: from })))
        expect(back.issues).toHaveLength(renames.length)
        if (renames.length === 0) expect(beyondTime(game)).toEqual(before)
        // The state and the list of issues have the renames, there and back.
        const compared = renames.length === 0 ? (answers: readonly string[]) => answers : withoutIssues
        expect(compared(await everyGet(game, playerIds))).toEqual(compared(shown))
      }),
      runs(60),
    )
    expect(seen.issues).toBeGreaterThan(seen.renames)
  },
)

test(
  'on staging what another design has no place for is left alone, whatever is played under that',
  { timeout: TIMEOUT_MS },
  async () => {
    const left = { scores: 0, states: 0 }
    await fc.assert(
      fc.asyncProperty(designs, randomCommands, randomCommands, async (sources, commands, more) => {
        const life = await lived(sources, underOneDesign(commands), 'staging')
        const before = scoresOf(life.game)
        const there = await deployed(life.game, 1)
        const second = life.game.runtime.design
        for (const command of adding(more)) await life.does(command)
        const back = await deployed(life.game, 0)
        const renames = renamesOf([...there.issues, ...back.issues])
        const after = scoresOf(life.game)
        for (const [id, scores] of before) {
          const now = after.get(id) ?? {}
          const unknown = withoutMetrics(unknownBy(second, now), second, renames)
          const expected = withoutMetrics(unknownBy(second, scores), second, renames)
          expect(unknown).toEqual(notReplaced(expected, second, now))
          left.scores += Object.keys(unknown).length
          for (const { id: metric, type } of second.metrics.values())
            if (type === 'state' && scoreKey({ id: metric, type }) in unknown) left.states += 1
        }
      }),
      runs(120),
    )
    expect(left.states).toBeGreaterThan(0)
    expect(left.scores).toBeGreaterThan(left.states)
  },
)

test(
  'in production a design either waits for its issues or is in force, and every score that it knows is as it was',
  { timeout: TIMEOUT_MS },
  async () => {
    const statuses = new Set<string>()
    await fc.assert(
      fc.asyncProperty(designs, randomCommands, async (sources, commands) => {
        const { game } = await lived(sources, underOneDesign(commands), 'production')
        const [first, second] = game.designs as [Design, Design]
        const scores = scoresOf(game)
        const { status, issues } = await deployed(game, 1)
        statuses.add(status)
        expect(game.runtime.design.source).toEqual((status === 'issues' ? first : second).source)
        expect(scoresOf(game)).toEqual(scores)
        if (status === 'upgraded') return
        expect(issues.map(({ is_resolved }) => is_resolved)).not.toContain(true)
        expect(await game.runtime.execute(listIssues, {}, operator)).toEqual(issues)
        for (const { id, apply } of issues) {
          const fixed = await game.runtime.execute(fixIssue, { issue: id, fix: apply }, operator)
          expect(fixed).toMatchObject({ id, is_resolved: true })
        }
        expect(await deployed(game, 1)).toMatchObject({ status: 'upgraded' })
        expect(game.runtime.design.source).toEqual(second.source)
        const renames = renamesOf(issues)
        const kept = new Map([...scores].map(([id, each]) => [id, renamed(each, second, renames)]))
        expect(known(scoresOf(game), second)).toEqual(known(kept, second))
        for (const [, left] of scoresOf(game)) expect(unknownBy(second, left)).toEqual({})
        await expectHoldersSeen(game)
      }),
      runs(80),
    )
    expect(statuses).toEqual(new Set(['issues', 'upgraded']))
  },
)

/** Who holds what is what a look at every player tells. */
async function expectHoldersSeen(game: MemoryGame): Promise<void> {
  const seen: Holders = new Map()
  for (const [, scores] of scoresOf(game)) countAll(seen, scores, 1)
  expect(new Map(game.runtime.state.holders)).toEqual(seen)
}

test('after any history, who holds what is what a look at every player tells', { timeout: TIMEOUT_MS }, async () => {
  const runtimes = fc.constantFrom<RuntimeName>('staging', 'production')
  await fc.assert(
    fc.asyncProperty(runtimes, designs, randomCommands, async (runtime, sources, commands) => {
      const { game } = await lived(sources, commands, runtime)
      await expectHoldersSeen(game)
    }),
    runs(150),
  )
})
