import type { Design } from '../../src/game/design/design.ts'
import { setSeed } from '../../src/game/design/run.ts'
import type { GameContext, GameOperation } from '../../src/game/game-operation.ts'
import { newGame, type GameState, type RuntimeName } from '../../src/game/game-state.ts'
import type { Entry } from '../../src/game/kernel/entry.ts'
import { isFault, type Fault } from '../../src/game/kernel/fault.ts'
import type { GameInfo } from '../../src/game/kernel/game-info.ts'
import { positionOf } from '../../src/game/kernel/ids.ts'
import type { Caller, Steps } from '../../src/game/kernel/operation.ts'
import {
  adoptBoard,
  followDesign,
  newBoard,
  noBoards,
  takeOver,
  rankingsOf,
} from '../../src/game/leaderboards/boards.ts'
import { evolve } from '../../src/game/registry.ts'
import type { Observer } from '../../src/game/rules/observer.ts'
import { checksum } from '../../src/storage/checksum.ts'
import { testGame } from './test-game.ts'

/** Where games of tests begin: a Wednesday at noon, UTC, in a year without a leap day. */
export const START_MS = Date.UTC(2030, 4, 15, 12)

/** How a run is set up, where not the usual: staging, UTC, the seed `test`, a PUBLIC game. */
export interface RunSettings {
  readonly at?: number
  readonly runtime?: RuntimeName
  readonly seed?: string
  readonly zoneOffset?: (atMs: number) => number
  readonly access?: GameInfo['access']
}

const info = { ...testGame('test'), created: START_MS }

/** What an operation came to; the entry is what it wrote, undefined where nothing happened. */
interface Done<R> {
  readonly result: Fault | R
  readonly entry: Entry | undefined
}

/** Takes all steps of a walk at once. */
export function walked<R, W>(steps: Steps<R, W>, entries: ReadonlyMap<number, Entry> = new Map()): R {
  for (;;) {
    const step = steps.next(entries)
    if (step.done) return step.value
  }
}

/** A pure game without an emulator around it. Entries go through their JSON text, as they do on a disk. */
export class GameRun {
  readonly state: GameState
  readonly entries = new Map<number, Entry>()
  /** Designs that can be deployed, by hash. */
  readonly designs = new Map<string, Design>()
  design: Design
  at: number
  /** Told what is looked at from now on. */
  observer: Observer | undefined
  readonly #zoneOffset: (atMs: number) => number
  readonly #game: GameInfo

  constructor(
    design: Design,
    { at = START_MS, runtime = 'staging', seed = 'test', zoneOffset, access = info.access }: RunSettings = {},
  ) {
    this.design = design
    this.#game = { ...info, access }
    this.at = at
    this.state = newGame(runtime)
    this.#zoneOffset = zoneOffset ?? (() => 0)
    this.#makeBoards()
    this.execute(setSeed, { seed }, { client: 'test' })
  }

  execute<I, R>(op: GameOperation<I, R>, input: I, caller: Caller): Done<R> {
    const next = 'next' in op ? this.designs.get(op.next?.(this.state, input) ?? '') : undefined
    const context = { ...this.context(caller), next }
    if (op.kind === 'view') return { result: op.view(this.state, input, context), entry: undefined }
    if (op.kind === 'walk') {
      const steps = op.walk(this.state, input, context)
      return { result: isFault(steps) ? steps : walked(steps, this.entries), entry: undefined }
    }
    const ids = op.recalls?.(input) ?? []
    const recalled = new Map(
      ids.flatMap((id) => {
        const entry = this.entries.get(positionOf(id)?.seq ?? 0)
        return entry ? [[entry.seq, entry] as const] : []
      }),
    )
    const decision = op.decide(this.state, input, { ...context, recalled })
    if (isFault(decision)) return { result: decision, entry: undefined }
    const { at, seq, chain } = context
    const entry =
      decision.events.length === 0
        ? undefined
        : this.#write({ seq, at, chain, op: op.name, caller, input: decision.input ?? input, events: decision.events })
    const design = this.designs.get(this.state.design) ?? this.design
    if (design !== this.design) {
      this.design = design
      this.#makeBoards()
    }
    return { result: decision.answer(this.state), entry }
  }

  /** Builds the boards that the design has and the state has not, from all that has happened. */
  #makeBoards(): void {
    const { leaderboards, metrics } = this.design
    const judging = { metrics, zoneOffset: this.#zoneOffset }
    const missing = followDesign(this.state.boards, leaderboards, judging)
    if (missing.length === 0) return
    const base = newGame(this.state.runtime)
    const shadow = { ...base, boards: noBoards(this.state.drops, base) }
    shadow.boards.judging = judging
    for (const board of missing)
      adoptBoard(
        shadow.boards,
        newBoard(board, this.entries.get(1)?.at ?? this.at, () => rankingsOf(shadow, board.definition.entities)),
      )
    for (const entry of this.entries.values()) evolve(shadow, entry)
    takeOver(this.state.boards, shadow.boards)
  }

  #write(decided: Entry): Entry {
    const text = JSON.stringify(decided)
    const entry = JSON.parse(text) as Entry
    evolve(this.state, entry)
    this.state.chain = checksum(text)
    this.entries.set(entry.seq, entry)
    return entry
  }

  /** What a command would be decided in now. */
  context(caller: Caller): GameContext {
    const at = Math.max(this.at, this.state.at)
    const { seq, chain } = this.state
    const zoneOffsetMs = this.#zoneOffset(at)
    const { design } = this
    const game = this.#game
    const { observer } = this
    return {
      at,
      seq: seq + 1,
      chain,
      zoneOffsetMs,
      caller,
      game,
      design,
      next: undefined,
      recalled: new Map(),
      observer,
    }
  }
}
