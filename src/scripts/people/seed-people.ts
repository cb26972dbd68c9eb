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

/** The seed where none is told. */
export const DEFAULT_SEED = 'gamify'

/** Who is to be in the game. */
export interface PeopleRequest {
  readonly count: number
  readonly seed: string
}

/** What came of it: players that were made and that were there, plays, and plays that the game refused. */
export interface PeopleSeeded {
  readonly created: number
  readonly existing: number
  readonly played: number
  readonly refused: number
}

/** Players that are about to be created. */
export interface PeopleStart {
  /** Whether they play too. */
  readonly plays: boolean
  /** Counts the wanted people who are in the game now. */
  readonly countNow: () => Promise<number>
  /** Sends no more. Resolves when the service has done what it got, so that the number is exact. */
  readonly stop: () => Promise<void>
}

/** Told how far it is: how many of how many players have been looked at, then how many steps have gone out. */
export type OnProgress = (done: number, of: number) => void

/** People who could not be made. */
export class PeopleError extends Error {
  override readonly name = 'PeopleError'
}

/**
 * Makes sure that a game has the first so many people of a seed. Where there is nothing in it yet they come over the last
 * weeks, and play; else those who are missing come now. `onBegin` is called before the first is created. Spec 6.2 `--players`.
 */
export async function seedPeople(
  client: Client,
  { count, seed }: PeopleRequest,
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
    if (await joinFirst(sending, plan)) return playHistory(client, sending, plan, onProgress)
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

/** Whether the first one could come when the life begins: not to a game in which anything has happened since. */
async function joinFirst(sending: Sender, { people, from }: HistoryPlan): Promise<boolean> {
  const { done } = await sending.send([joinStep(people, 0, from)], () => {})
  return done === 1
}

/** The first one has come alone: what newcomers may play is told to players only. */
async function playHistory(
  client: Client,
  sending: Sender,
  plan: HistoryPlan,
  onProgress: OnProgress,
): Promise<PeopleSeeded> {
  const { body: actions } = await client.call('GET /v2/runtime/actions', { as: plan.people.at(0).id })
  const steps = historySteps(plan, actions)
  steps.next()
  const plays = actions.length === 0 ? 0 : playCountOf(plan.count)
  const of = plan.count - 1 + plays
  const sent = await sending.send(steps, (count) => onProgress(count, of))
  await assertCreated(client, plan.count, sent)
  const refused = sent.sent - sent.done
  return { created: plan.count, existing: 0, played: plays - refused, refused }
}

async function playersIn(client: Client): Promise<number> {
  return (await client.call('GET /v2/admin/players', { query: { limit: '0' } })).body.total
}

/** Plays may be refused by the rules of the game; that players are is told. */
async function assertCreated(client: Client, expected: number, { sent, done, refusal }: Sent): Promise<void> {
  if (done === sent) return
  const missing = expected - (await playersIn(client))
  if (missing <= 0) return
  const who = missing === 1 ? '1 player' : `${missing} players`
  throw new PeopleError(`${who} could not be created${refusal === undefined ? '' : `: ${refusal}`}`)
}
