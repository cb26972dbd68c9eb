import { expect, test } from 'vitest'
import type { Entry } from '../kernel/entry.ts'
import { eventId } from '../kernel/ids.ts'
import { inFeedOf, publicEvent } from './public-event.ts'

const event = {
  event: 'transfer',
  actor: { id: 'neo', alias: 'Neo' },
  player: { id: 'trinity', alias: 'Trinity' },
  new_owner: { id: 'trinity', alias: 'Trinity' },
  inviter: { id: 'neo', alias: 'Neo' },
  invitee: { id: 'trinity', alias: 'Trinity' },
  team: { id: 'neo', name: 'A team of that name' },
  engine: { secret: true },
}
const entry: Entry = {
  seq: 3,
  at: 1_900_000_000_000,
  chain: 7,
  op: 'x',
  caller: { client: 'c' },
  input: {},
  events: [event],
}
const shown = publicEvent(event, entry, 0)

test("an event is shown with its time and id, and without what is the engine's own", () => {
  const { engine: _, ...parts } = event
  expect(shown).toEqual({ ...parts, timestamp: '2030-03-17T17:46:40.000Z', id: eventId(entry, 0) })
})

test('the owner of a feed is left out of it as a player, wherever it stands, and as nothing else', () => {
  expect(Object.keys(inFeedOf('neo', shown))).toEqual([
    'event',
    'player',
    'new_owner',
    'invitee',
    'team',
    'timestamp',
    'id',
  ])
  expect(Object.keys(inFeedOf('trinity', shown))).toEqual(['event', 'actor', 'inviter', 'team', 'timestamp', 'id'])
})
