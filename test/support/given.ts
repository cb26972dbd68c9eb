import { expect } from 'vitest'
import { stateParts } from '../../src/emulator/checkpoints/state-parts.ts'
import type { Design } from '../../src/game/design/design.ts'
import type { GameOperation } from '../../src/game/game-operation.ts'
import type { Entry, GameEvent } from '../../src/game/kernel/entry.ts'
import { isFault, type FaultCode, type FaultFacts } from '../../src/game/kernel/fault.ts'
import type { Change } from '../../src/game/metrics/score.ts'
import { createPlayer } from '../../src/game/players/administration.ts'
import { showScores } from '../../src/game/players/show.ts'
import { findPlayer } from '../../src/game/players/state.ts'
import { GameRun, type RunSettings } from './game-run.ts'

/** Who plays where a test does not say. */
const NEO = 'neo'

/** An operation's input without what goes without saying; `as` is the player it acts as. */
export type Asked<I> = Partial<I> & { readonly as?: string }

/** A value before and after; for a set metric, by item. */
type Delta = readonly [old: string | null, now: string | null]
type Deltas = Delta | Readonly<Record<string, Delta>>

/** Scores as tests write them: points, the name of a state, or item -> count. */
type Scores = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** A game that has come to some point. */
export interface Given {
  readonly run: GameRun
  /** Lets something happen first, which must succeed. */
  after<I, R>(op: GameOperation<I, R>, input: Asked<I>): Given
  /** Lets time pass. */
  later(ms: number): Given
  /** Lets another design be in force. */
  deploying(design: Design): Given
  when<I, R>(op: GameOperation<I, R>, input: Asked<I>): Outcome<R>
}

/** What an operation came to. */
export interface Outcome<R> {
  /** Its answer; throws where it was refused. */
  readonly result: R
  readonly events: readonly GameEvent[]
  readonly entry: Entry | undefined
  /** The game after it. */
  readonly game: Given
  /** All changes of all its events, by metric; a list where a metric has several, in their order. */
  changes(expected: Readonly<Record<string, Deltas | readonly Deltas[]>>): Outcome<R>
  /** The kinds of its events, in order. */
  emits(...kinds: readonly string[]): Outcome<R>
  /** It is refused, and nothing is otherwise than before. */
  refuses(code: FaultCode, facts?: FaultFacts): Outcome<R>
  /** The problems that a `validation_exception` names. */
  naming(...paths: readonly string[]): Outcome<R>
  /** All scores of a player afterwards. */
  leaves(scores: Scores, player?: string): Outcome<R>
  answers(expected: unknown): Outcome<R>
}

/** A new game of a design with the player `neo` in it. */
export function given(design: Design, settings: RunSettings = {}): Given {
  return aGame(design, settings).after(createPlayer, { id: NEO })
}

/** A new game of a design, without players. */
export function aGame(design: Design, settings: RunSettings = {}): Given {
  return givenRun(new GameRun(design, settings))
}

function givenRun(run: GameRun): Given {
  const self: Given = {
    run,
    after: (op, input) => {
      const outcome = outcomeOf(run, op, input)
      void outcome.result
      return self
    },
    later: (ms) => {
      run.at += ms
      return self
    },
    deploying: (design) => {
      run.design = design
      return self
    },
    when: (op, input) => outcomeOf(run, op, input),
  }
  return self
}

/** What each operation is given where a test leaves it out. */
const usual: Readonly<Record<string, object>> = {
  'actions.play': { count: 1, variables: {}, scopes: [], query: true },
  'processes.play': { scopes: [], query: true },
  'rules.evaluate': { scopes: [] },
  'players.profile': { detailed: false },
  'players.list': { skip: 0, limit: 10 },
  'players.fellows': { skip: 0, limit: 10 },
  'players.search': { skip: 0, limit: 10, pattern: '' },
}

function outcomeOf<I, R>(run: GameRun, op: GameOperation<I, R>, asked: Asked<I>): Outcome<R> {
  const { as = NEO, ...input } = asked
  const before = textOf(run)
  const { result, entry } = run.execute(op, { ...usual[op.name], ...input } as I, { client: 'test', player: as })
  const events = entry?.events ?? []
  const self: Outcome<R> = {
    get result() {
      if (isFault(result)) throw new Error(`${op.name} was refused: ${JSON.stringify(result)}`)
      return result
    },
    events,
    entry,
    game: givenRun(run),
    changes: (expected) => {
      expect(changesOf(events)).toEqual(listed(expected))
      return self
    },
    emits: (...kinds) => {
      expect(events.map(({ event }) => event)).toEqual(kinds)
      return self
    },
    refuses: (code, facts) => {
      expect(result).toMatchObject({ fault: code, ...(facts ? { facts } : {}) })
      expect(entry).toBeUndefined()
      expect(textOf(run)).toBe(before)
      return self
    },
    naming: (...paths) => {
      expect(isFault(result) && result.problems?.map(({ path }) => path)).toEqual(paths)
      return self
    },
    leaves: (scores, player = as) => {
      expect(scoresOf(run, player)).toEqual(scores)
      return self
    },
    answers: (expected) => {
      expect(result).toEqual(expected)
      return self
    },
  }
  return self
}

/** Every bit of the state as text. */
export function textOf({ state }: GameRun): string {
  return JSON.stringify([...stateParts(state)], (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  )
}

/** The scores of a player by metric, in the short form of tests. */
export function scoresOf({ state, design }: GameRun, id: string): Record<string, unknown> {
  const player = findPlayer(state.players, id)
  if (!player) throw new Error(`there is no player ${id}`)
  return Object.fromEntries(
    showScores(player.scores, design, false).map(({ metric, value }) => [metric.id, short(value)]),
  )
}

function short(value: ReturnType<typeof showScores>[number]['value']): unknown {
  if (typeof value === 'string') return value
  if (typeof value['name'] === 'string') return value['name']
  return Object.fromEntries(Object.entries(value).map(([item, { count }]) => [item, count]))
}

function changesOf(events: readonly GameEvent[]): Record<string, unknown[]> {
  const changes = events.flatMap((event) => ('changes' in event ? (event.changes as Change[]) : []))
  return Object.fromEntries(
    [...Map.groupBy(changes, ({ metric }) => metric.id)].map(([id, own]) => [id, own.map(({ delta }) => pairs(delta))]),
  )
}

function pairs(delta: Change['delta']): Deltas {
  if (isPair(delta)) return [delta.old, delta.new]
  return Object.fromEntries(Object.entries(delta).map(([item, { old, new: now }]) => [item, [old, now] as const]))
}

const isPair = (delta: Change['delta']): delta is { old: string | null; new: string | null } =>
  'old' in delta && (delta.old === null || typeof delta.old === 'string')

/** Each metric's deltas as a list, however they were written. */
function listed(expected: Readonly<Record<string, Deltas | readonly Deltas[]>>): Record<string, readonly unknown[]> {
  return Object.fromEntries(
    Object.entries(expected).map(([id, deltas]) => [id, isListOfDeltas(deltas) ? deltas : [deltas]]),
  )
}

const isListOfDeltas = (deltas: Deltas | readonly Deltas[]): deltas is readonly Deltas[] =>
  Array.isArray(deltas) && deltas.every((delta) => typeof delta === 'object' && delta !== null)
