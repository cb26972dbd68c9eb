import type { Client } from '../../client/client.ts'
import { gameTime } from '../seed-players.ts'
import { findPeople, FoundPeople } from './found-people.ts'
import {
  joinStep,
  HISTORY_MS,
  historySteps,
  playCountOf,
  type HistoryPlan,
  type HistoryStep,
} from './generated-history.ts'
import { peopleOf, type People } from './person.ts'
import { createSender, type Sender, type Sent } from './send-steps.ts'

/** The seed if none is given. */
export const DEFAULT_SEED = 'gamify'

/** The players that a game must have. */
export interface PeopleRequest {
  readonly count: number
  readonly seed: string
  /** Makes the history of the players of an empty game (default: they play what new players can play). */
  readonly historyOf?: ((plan: HistoryPlan) => History) | undefined
}

/** What the players of an empty game do until now. */
export interface History {
  /** Each step is made when it is wanted. In the first one, the first player joins at the start. */
  readonly steps: Iterable<HistoryStep>
  /** Returns how far the history is once these steps were made, and how long it is. */
  readonly progress: (steps: number) => readonly [done: number, of: number]
  /** Returns the numbers of plays in all steps that were made, and of those that are left out because the rules refuse them. */
  readonly plays: () => { readonly made: number; readonly leftOut: number }
}

/** The numbers of created and existing players, and of accepted and rejected plays. */
export interface PeopleSeeded {
  readonly created: number
  readonly existing: number
  readonly played: number
  readonly refused: number
}

/** Players that are about to be created. */
export interface PeopleStart {
  /** Whether they also play. */
  readonly plays: boolean
  /** Counts the requested players who are in the game now. */
  readonly countNow: () => Promise<number>
  /** Stops sending. Resolves when the service has processed the steps that it got, so that the number is exact. */
  readonly stop: () => Promise<void>
}

/**
 * Reports progress: first the number of players that were read, then the number of steps that were sent, each with the
 * total.
 */
export type OnProgress = (done: number, of: number) => void

/** The error for players who could not be created. */
export class PeopleError extends Error {
  override readonly name = 'PeopleError'
}

/**
 * Makes sure that a game has the first players of a seed. In an empty game, they join over the last weeks, and play.
 * Otherwise, the missing ones join now. Calls `onBegin` before it creates the first player. Spec 6.2 `--players`.
 */
export async function seedPeople(
  client: Client,
  { count, seed, historyOf }: PeopleRequest,
  onProgress: OnProgress,
  onBegin: (start: PeopleStart) => void = () => {},
): Promise<PeopleSeeded> {
  const sending = createSender(client)
  const people = peopleOf(seed)
  const before = await playersIn(client)
  const begin = (existing: number, plays: boolean): void =>
    onBegin({ plays, stop: sending.stop, countNow: async () => existing + (await playersIn(client)) - before })
  if (before === 0) begin(0, true)
  const now = before === 0 ? await gameTime(client) : undefined
  if (now !== undefined) {
    const plan = { people, count, seed, now, from: Math.max(0, now - HISTORY_MS) }
    if (await joinFirst(sending, plan)) return playHistory(client, sending, plan, onProgress, historyOf)
  }
  const found = before === 0 ? new FoundPeople(0) : await findPeople(client, people, count, onProgress)
  const missing = count - found.size
  if (missing > 0) {
    begin(found.size, false)
    const sent = await sending.send(joinSteps(people, found, count), (steps) => onProgress(steps, missing))
    await assertCreated(client, before + missing, sent)
  }
  return { created: missing, existing: found.size, played: 0, refused: 0 }
}

function* joinSteps(people: People, found: FoundPeople, count: number): Generator<HistoryStep, void> {
  for (let index = 0; index < count; index += 1) if (!found.has(index)) yield joinStep(people, index)
}

/**
 * Lets the first player join at the start of the history. Returns false if that is not possible, because something has
 * already happened in the game.
 */
async function joinFirst(sending: Sender, { people, from }: HistoryPlan): Promise<boolean> {
  const { done } = await sending.send([joinStep(people, 0, from)], () => {})
  return done === 1
}

/** Plays the rest of the history, after the first player has joined. */
async function playHistory(
  client: Client,
  sending: Sender,
  plan: HistoryPlan,
  onProgress: OnProgress,
  historyOf: PeopleRequest['historyOf'],
): Promise<PeopleSeeded> {
  const { steps, progress, plays } = historyOf ? historyOf(plan) : await usualHistory(client, plan)
  const sent = await sending.send(Iterator.from(steps).drop(1), (count) => onProgress(...progress(count)))
  await assertCreated(client, plan.count, sent)
  const { made, leftOut } = plays()
  const refused = sent.sent - sent.done
  return { created: plan.count, existing: 0, played: made - refused, refused: refused + leftOut }
}

/** The first player must have joined before, because only players can list the actions that a new player can play. */
async function usualHistory(client: Client, plan: HistoryPlan): Promise<History> {
  const { body: actions } = await client.call('GET /v2/runtime/actions', { as: plan.people.at(0).id })
  const plays = actions.length === 0 ? 0 : playCountOf(plan.count)
  return {
    steps: historySteps(plan, actions),
    progress: (steps) => [steps, plan.count - 1 + plays],
    plays: () => ({ made: plays, leftOut: 0 }),
  }
}

async function playersIn(client: Client): Promise<number> {
  return (await client.call('GET /v2/admin/players', { query: { limit: '0' } })).body.total
}

/** Throws if players were rejected. The rules of the game may reject plays. */
async function assertCreated(client: Client, expected: number, { sent, done, refusal }: Sent): Promise<void> {
  if (done === sent) return
  const missing = expected - (await playersIn(client))
  if (missing <= 0) return
  const who = missing === 1 ? '1 player' : `${missing} players`
  throw new PeopleError(`${who} could not be created${refusal === undefined ? '' : `: ${refusal}`}`)
}
