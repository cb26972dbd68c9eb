import { isDeepStrictEqual } from 'node:util'
import { upgradeDesign, deployDesign, fixIssue } from '../../game/design/deployment.ts'
import type { Design } from '../../game/design/design.ts'
import { setClock, setSeed } from '../../game/design/run.ts'
import type { GameCommand } from '../../game/game-operation.ts'
import { newGame, type GameState, type RuntimeName } from '../../game/game-state.ts'
import { joinGame } from '../../game/joining/newcomer.ts'
import { playersIn, type Entry, type GameEvent } from '../../game/kernel/entry.ts'
import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import type { GameInfo } from '../../game/kernel/game-info.ts'
import { eventId, positionOf } from '../../game/kernel/ids.ts'
import { beginBoard, followBoards, seedWithScores } from '../../game/leaderboards/follow.ts'
import { evolve } from '../../game/registry.ts'
import { routes } from '../../game/routes.ts'
import { reevaluatePlayer } from '../../game/rules/reevaluation.ts'
import type { HistoryPosition } from '../../interface/history-position.ts'

/** What a recorded history is decided again with. */
export interface DecidedGameOptions {
  readonly runtime: RuntimeName
  /** The other design. */
  readonly design: Design
  readonly game: GameInfo
  /** The offset of the game's time zone from UTC in ms, at a time. */
  readonly zoneOffset: (atMs: number) => number
  /** Where deciding again begins. The entries before it are applied as they were recorded. */
  readonly since: HistoryPosition
  /** The entries whose events later commands name, from `namedEntries`. */
  readonly named: ReadonlySet<number>
  /**
   * The state that the history continues, for this game alone, because the game changes it; a new game if the history is
   * whole. The entries that led to it are not applied.
   */
  readonly base?: GameState | undefined
}

/**
 * What came of an entry: it was applied as recorded, skipped because it deploys a design, decided again with these events,
 * or refused.
 */
export type Outcome =
  | { readonly kind: 'recorded' | 'skipped' }
  | { readonly kind: 'decided'; readonly events: readonly GameEvent[] }
  | { readonly kind: 'refused'; readonly fault: Fault }

/** The commands that change which design is deployed. The other design takes their place. */
const deployments: ReadonlySet<string> = new Set([deployDesign.name, upgradeDesign.name, fixIssue.name])

/** The commands of the emulator itself, which no design has a part in. */
const settings: ReadonlySet<string> = new Set([setClock.name, setSeed.name])

type AnyCommand = GameCommand<unknown, unknown>

/** Every other command by name: those of the routes, and those that the emulator runs besides. */
const commands: ReadonlyMap<string, AnyCommand> = new Map(
  [...routes.map(({ op }): object => op), reevaluatePlayer, joinGame].flatMap((op) => {
    const command = op as AnyCommand
    return command.kind === 'command' ? [[command.name, command] as const] : []
  }),
)

/** Returns the numbers of the entries whose events an entry's command names, such as the plays that it reverts. */
export function namedEntries({ op, input }: Pick<Entry, 'op' | 'input'>): readonly number[] {
  const recalls = deployments.has(op) ? undefined : commands.get(op)?.recalls
  return recalls?.(input).flatMap((id) => positionOf(id)?.seq ?? []) ?? []
}

const namingCommands: ReadonlySet<string> = new Set(
  [...commands.values()].flatMap(({ name, recalls }) => (recalls ? [name] : [])),
)

const OP = '"op":"'

/** Whether the text of an entry can name earlier events. This is far cheaper than parsing it. An entry has its input after its command. */
export function canName(text: string): boolean {
  const start = text.indexOf(OP) + OP.length
  return namingCommands.has(text.slice(start, text.indexOf('"', start)))
}

/**
 * A game whose recorded commands are decided again with another design. Each keeps the number, time and checksum of its
 * entry, so whatever it creates keeps its recorded id. Spec 7.2.
 */
export class DecidedGame {
  readonly state: GameState
  readonly #options: DecidedGameOptions
  #since: number | undefined
  /** The first entry that is kept. */
  #first: number | undefined
  /** The entries that later commands name, with the events that they have here. */
  readonly #named = new Map<number, Entry>()
  /** The ids of events that have another index in their entry here, by the recorded ids. */
  readonly #moved = new Map<string, string>()

  constructor(options: DecidedGameOptions) {
    const { runtime, design, zoneOffset, base = newGame(runtime) } = options
    this.#options = options
    this.state = base
    // Boards follow from the whole history, also where the design comes later.
    followBoards(base, design, zoneOffset)
    beginMissingBoards(base, design)
  }

  /** The first entry that is decided again; undefined before it. */
  get since(): number | undefined {
    return this.#since
  }

  /** Takes the next entry of the history. Throws if a recorded event cannot be applied. */
  take(entry: Entry): Outcome {
    const { named } = this.#options
    const { seq, op } = entry
    this.#first ??= seq
    const isInBase = seq <= this.state.seq
    if (this.#since === undefined && !isInBase && this.#isReached(entry)) this.#since = seq
    const outcome: Outcome = isInBase
      ? { kind: 'recorded' }
      : this.#since === undefined || settings.has(op) || this.#namesForgotten(entry)
        ? this.#applyRecorded(entry)
        : deployments.has(op)
          ? { kind: 'skipped' }
          : this.#decide(entry)
    this.#dropEndedPeriods()
    if (named.has(seq)) this.#remember(entry, outcome)
    return outcome
  }

  #isReached({ seq, at }: Entry): boolean {
    const { since } = this.#options
    return 'seq' in since ? seq >= since.seq : at >= since.at
  }

  /** Whether an entry names an earlier one that is no longer kept, which it needs to be decided. */
  #namesForgotten(entry: Entry): boolean {
    const first = this.#first ?? 1
    return first > 1 && namedEntries(entry).some((seq) => seq < first)
  }

  #applyRecorded(entry: Entry): Outcome {
    evolve(this.state, entry)
    return { kind: 'recorded' }
  }

  #decide(entry: Entry): Outcome {
    const command = commands.get(entry.op)
    if (!command) return { kind: 'refused', fault: unknownCommand(entry.op) }
    const { state } = this
    const { design, game, zoneOffset } = this.#options
    const { seq, at, chain, caller } = entry
    const input = command.recalls ? this.#translated(entry.input) : entry.input
    const context = {
      at,
      seq,
      chain,
      zoneOffsetMs: zoneOffset(at),
      caller,
      game,
      design,
      next: undefined,
      recalled: this.#named,
    }
    const decision = command.decide(state, input, context)
    if (isFault(decision)) return { kind: 'refused', fault: decision }
    const { events, prepared } = decision
    if (events.length > 0) evolve(state, { ...entry, input, events }, prepared)
    return { kind: 'decided', events }
  }

  /** Finished periods are not reported, and their rows would take much memory. */
  #dropEndedPeriods(): void {
    for (const { period } of this.state.boards.ended.splice(0)) period.rows = undefined
  }

  /** Remembers an entry for the commands that name its events, which may have other indices here. */
  #remember(entry: Entry, outcome: Outcome): void {
    const { seq } = entry
    if (outcome.kind === 'recorded') this.#named.set(seq, entry)
    if (outcome.kind !== 'decided') return
    this.#named.set(seq, { ...entry, events: outcome.events })
    const indices = Map.groupBy(outcome.events.keys(), (index) => subjectOf(outcome.events[index] as GameEvent))
    for (const [index, event] of entry.events.entries()) {
      const found = indices.get(subjectOf(event))?.shift()
      if (found !== undefined && found !== index) this.#moved.set(eventId(entry, index), eventId(entry, found))
    }
  }

  /** Returns an input with the ids that the events have here. */
  #translated(input: unknown): unknown {
    if (this.#moved.size === 0) return input
    if (typeof input === 'string') return this.#moved.get(input) ?? input
    if (Array.isArray(input)) return input.map((each) => this.#translated(each))
    if (typeof input !== 'object' || input === null) return input
    return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, this.#translated(value)]))
  }
}

/** Begins the boards of a design that the state of a history does not have. What led to that state cannot be counted. */
function beginMissingBoards(state: GameState, { leaderboards }: Design): void {
  const missing = [...leaderboards.values()].filter(({ id }) => !state.boards.byId.has(id))
  for (const board of missing) beginBoard(state, board, state.seq)
  const begun = missing.flatMap(({ id }) => state.boards.byId.get(id) ?? [])
  for (const _ of seedWithScores(state, begun));
}

const unknownCommand = (op: string): Fault =>
  fault('invalid_request', { message: `This version of gamify has no command '${op}'` })

/** Returns what an event has in common with the event that takes its place under another design. */
function subjectOf(event: GameEvent): string {
  const { rule } = event as { readonly rule?: { readonly id?: string } }
  return JSON.stringify([event.event, rule?.id, [...playersIn(event)]])
}

/** Whether events are the same as the recorded ones, which went through JSON. */
export function isSame(events: readonly GameEvent[], recorded: readonly GameEvent[]): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(events)), recorded)
}
