import { isDeepStrictEqual } from 'node:util'
import { TimeSlice } from '../../async/time-slice.ts'
import { lastPosition, positionsInFeed } from '../../game/feeds/feed-index.ts'
import { publicEvent } from '../../game/feeds/public-event.ts'
import type { GameCommand, GameContext } from '../../game/game-operation.ts'
import type { GameState } from '../../game/game-state.ts'
import type { Entry, GameEvent } from '../../game/kernel/entry.ts'
import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import { eventId, packPosition, positionOf, unpackPosition, type EventPosition } from '../../game/kernel/ids.ts'
import { toIso } from '../../game/kernel/instant.ts'
import { suggestion } from '../../game/kernel/nearest.ts'
import { findPlayer, playerIds } from '../../game/players/state.ts'
import { reevaluatePlayer } from '../../game/rules/reevaluation.ts'
import type { ExplainedEvent, Why, WhyStep } from '../../interface/why-answer.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { entryCodec } from '../history/entry-codec.ts'
import type { KeptTimeline, RuntimeWorld } from '../time-travel/kept-timeline.ts'
import { periodHold, stateAt } from '../time-travel/rewinding.ts'
import { recording, type Recording } from './recording.ts'

/** Stands for the newest event. */
const LAST = 'last'

/**
 * Explains why an event happened. Rebuilds the game before its entry next to the live one, and decides the command
 * there again with the design of that time. `reference` is the id of an event; the id of a player, for the play of their
 * newest event; the number of an entry; or `last`, for the newest play of the game. Returns a fault if the history has
 * no such event. Throws StorageError. Spec 6.6.
 */
export async function whyEvent(world: RuntimeWorld, kept: KeptTimeline, reference: string): Promise<Fault | Why> {
  const named = positionOf(reference)
  const position = named ?? newestPosition(kept.timeline.state, reference)
  if (isFault(position)) return position
  const entry = await entryOf(kept, position.seq, reference)
  if (isFault(entry)) return entry
  if (!entry.events[position.index] || (named && eventId(entry, position.index) !== reference))
    return notInHistory(reference)
  const explained: ExplainedEvent[] = []
  for (const index of named ? [position.index] : playOf(entry, position.index, reference))
    explained.push(await explainedEvent(kept, entry, index))
  const [first, ...others] = explained
  if (!first) return notInHistory(reference)
  return { ...first, others, ...(await explain(world, kept, entry)) }
}

async function explainedEvent(kept: KeptTimeline, entry: Entry, index: number): Promise<ExplainedEvent> {
  return {
    event: publicEvent(entry.events[index] as GameEvent, entry, index),
    follows: followedBy(entry, index),
    reverted: await revertOf(kept, { seq: entry.seq, index }),
  }
}

const ENTRY_NUMBER = /^[1-9]\d{0,15}$/

/**
 * Returns the events of a whole play, in their order: all of the entry; or for a player, the event that caused the
 * given one, with all that it caused.
 */
function playOf(entry: Entry, index: number, reference: string): readonly number[] {
  const all = [...entry.events.keys()]
  if (reference === LAST || ENTRY_NUMBER.test(reference) || entry.op === reevaluatePlayer.name) return all
  const root = rootOf(entry, index)
  return all.filter((each) => rootOf(entry, each) === root)
}

/** Returns the position of the newest event of the game or of a player, or of the first event of an entry. */
function newestPosition({ feeds, players, seq }: GameState, reference: string): Fault | EventPosition {
  const noEvent = (message: string): Fault => fault('event_not_found', { id: reference, message })
  if (reference === LAST) {
    const position = lastPosition(feeds)
    return position === undefined ? noEvent('Nothing has happened in this game yet') : unpackPosition(position)
  }
  const player = findPlayer(players, reference)
  if (!player && ENTRY_NUMBER.test(reference)) {
    if (Number(reference) <= seq) return { seq: Number(reference), index: 0 }
    return noEvent(`The history has no entry ${reference}: its last one is entry ${seq}`)
  }
  if (!player)
    return noEvent(
      `'${reference}' is not the id of an event, the id of a player or the number of an entry${suggestion(reference, playerIds(players))}`,
    )
  const [position] = positionsInFeed(feeds, player.feed, -Infinity, Infinity)
  return position === undefined
    ? noEvent(`Nothing has happened to the player '${reference}' yet`)
    : unpackPosition(position)
}

const notInHistory = (id: string): Fault =>
  fault('event_not_found', {
    id,
    message: `The event '${id}' is not in this history: a rewind, restore or reset removed it, or it belongs to another runtime or game`,
  })

async function entryOf(
  { timeline, storage: { journal } }: KeptTimeline,
  seq: number,
  id: string,
): Promise<Fault | Entry> {
  await timeline.quiet()
  if (seq < 1 || seq > journal.lastSeq) return notInHistory(id)
  const [text] = seq < journal.firstSeq ? [] : await journal.texts([seq])
  if (text !== undefined) return entryCodec.read(text)
  return fault('event_not_found', {
    id,
    message: `Entry ${seq} of the history is no longer kept, and neither is its event`,
  })
}

/** Returns the id of the event that caused an event of an entry; null if none did, as in a reevaluation. */
function followedBy(entry: Entry, index: number): string | null {
  const root = rootOf(entry, index)
  return root === index || entry.op === reevaluatePlayer.name ? null : eventId(entry, root)
}

/**
 * Returns the index of the event that caused an event of an entry, or its own if it is a play: the play of the same
 * player, or the first event.
 */
function rootOf({ events }: Entry, index: number): number {
  const actor = (event: GameEvent | undefined) => (event as { actor?: { id?: string } } | undefined)?.actor?.id
  for (let at = index; at > 0; at -= 1)
    if (events[at]?.event === 'custom_rule' && (at === index || actor(events[at]) === actor(events[index]))) return at
  return 0
}

type Decided = Pick<Why, 'same' | 'note' | 'steps' | 'more'>
type Explained = Decided & Pick<Why, 'entry'>

const undecided = { same: null, steps: [], more: 0 }

async function explain(world: RuntimeWorld, kept: KeptTimeline, entry: Entry): Promise<Explained> {
  const { seq, at, op, caller, input } = entry
  const shown = { seq, at: toIso(at), op, caller, input: input ?? null }
  const nowhere = { ...shown, design: null }
  const command = await commandNamed(op)
  if (!command) return { ...undecided, entry: nowhere, note: 'No rule of the design was involved.' }
  const { hold, release } = periodHold(kept)
  try {
    const before = await stateBefore(world, kept, seq, hold)
    if (typeof before === 'string') return { ...undecided, entry: nowhere, note: before }
    const about = { ...shown, design: before.design || null }
    return { entry: about, ...(await decideAgain(world, kept, entry, before, command).catch(notDecided)) }
  } finally {
    release()
  }
}

/** Returns the game before an entry, or why it cannot be rebuilt. */
async function stateBefore(
  world: RuntimeWorld,
  kept: KeptTimeline,
  seq: number,
  hold: (state: GameState) => void,
): Promise<GameState | string> {
  try {
    return (await stateAt(world, kept, seq - 1, hold)).state
  } catch (error) {
    if (error instanceof StorageError && kept.storage.journal.firstSeq > 1)
      return `the state of the game before entry ${seq} is no longer kept`
    throw error
  }
}

/**
 * Finds the command with a name, if a route runs it or it reevaluates a player. No rule is involved in what the
 * emulator does by itself.
 */
async function commandNamed(name: string): Promise<GameCommand<unknown, unknown> | undefined> {
  if (name === reevaluatePlayer.name) return reevaluatePlayer as object as GameCommand<unknown, unknown>
  const { routes } = await import('../../game/routes.ts')
  const row = routes.find(({ op }) => op.kind === 'command' && op.name === name)
  return row?.op as GameCommand<unknown, unknown> | undefined
}

async function decideAgain(
  world: RuntimeWorld,
  { storage: { journal } }: KeptTimeline,
  entry: Entry,
  state: GameState,
  command: GameCommand<unknown, unknown>,
): Promise<Decided> {
  const { at, seq, chain, caller, input } = entry
  const zoneOffsetMs = world.zoneOffset(at)
  const design = await world.designOf(state.design)
  const recorded = recording({ at, zoneOffsetMs }, design)
  const hash = command.next?.(state, input)
  const seqs = (command.recalls?.(input) ?? []).flatMap((id) => positionOf(id)?.seq ?? [])
  const texts = await journal.texts([...new Set(seqs)].toSorted((a, b) => a - b))
  const recalled = texts.flatMap((text) => (text === undefined ? [] : [entryCodec.read(text)]))
  const context: GameContext = {
    at,
    seq,
    chain,
    zoneOffsetMs,
    caller,
    game: world.game,
    design,
    next: hash === undefined ? undefined : await world.designOf(hash),
    recalled: new Map(recalled.map((one) => [one.seq, one])),
    observer: recorded.observer,
  }
  const decision = command.decide(state, input, context)
  const events = isFault(decision) ? [] : asStored(decision.events)
  const same = isDeepStrictEqual(events, entry.events)
  assignEvents(recorded, entry)
  return { same, ...(same ? {} : { note: differenceIn(decision) }), steps: recorded.steps, more: recorded.more() }
}

/** An import accepts entries as they are, so the input of a forged entry may be impossible for its command. */
function notDecided(error: unknown): Decided {
  if (error instanceof StorageError) throw error
  const note = `gamify cannot decide it again (${String(error)}): its input does not fit its command, or this is a bug in gamify`
  return { ...undecided, note }
}

/** Converts events to the form that they have in the journal. */
const asStored = (events: readonly GameEvent[]): unknown => JSON.parse(JSON.stringify(events))

const differenceIn = (decision: unknown): string =>
  isFault(decision)
    ? `replaying it fails (${decision.fault}), so this explanation may be wrong`
    : 'replaying it gives other events, so this explanation may be wrong. Either another version of gamify decided it, or this is a bug in gamify'

/** The kinds of events that the parts of a design cause. */
const eventOf: Readonly<Record<WhyStep['part']['kind'], string>> = {
  action: 'action',
  trigger: 'progress',
  custom_rule: 'custom_rule',
  level: 'level',
  achievement: 'achievement',
  resolution: 'resolution',
  scores: 'score',
}

/** Assigns to each step the event that it led to. Events of one kind are in the order of their steps. */
function assignEvents({ steps, followed }: Recording, entry: Entry): void {
  const left = Map.groupBy(entry.events.keys(), (index) => entry.events[index]?.event ?? '')
  for (const step of steps) {
    const { kind } = step.part
    if ((kind === 'level' || kind === 'achievement') && !followed.has(step)) continue
    const index = left.get(eventOf[kind])?.shift()
    if (index !== undefined) step.event = eventId(entry, index)
    // The event that creates a player includes the bootstrap and the player's levels.
    else if (!entry.events.some(({ event }) => event === eventOf[kind])) step.event = eventId(entry, 0)
  }
}

/** Returns the event that reverted this one later. Searches the history only if there is one. */
async function revertOf(
  { timeline, storage: { journal } }: KeptTimeline,
  position: EventPosition,
): Promise<Why['reverted']> {
  if (!timeline.state.reverted.has(packPosition(position))) return null
  const slice = new TimeSlice()
  for await (const { text } of journal.read(position.seq + 1)) {
    if (slice.over) await slice.next()
    if (!entryCodec.canHold(text, 'reverted')) continue
    const entry = entryCodec.read(text)
    const index = entry.events.findIndex((event) => event.event === 'reverted' && names(event, position))
    if (index >= 0) return { id: eventId(entry, index), at: toIso(entry.at) }
  }
  return null
}

const names = (event: GameEvent, { seq, index }: EventPosition): boolean =>
  (event as unknown as { readonly events: readonly EventPosition[] }).events.some(
    (position) => position.seq === seq && position.index === index,
  )
