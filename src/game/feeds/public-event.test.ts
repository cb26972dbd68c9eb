import { expect, test } from 'vitest'
import type { Entry } from '../kernel/entry.ts'
import { eventId } from '../kernel/ids.ts'
import { inFeedOf, inFeedOfSubject, publicEvent } from './public-event.ts'

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

test('the owner of a feed is left out of what waited for another too', () => {
  const deferred = { actor: { id: 'neo', alias: 'Neo' }, activity: { id: 'a', name: 'A' }, changes: [] }
  const resolution = { ...shown, event: 'resolution', deferred }
  expect(inFeedOf('neo', resolution)['deferred']).toEqual({ activity: { id: 'a', name: 'A' }, changes: [] })
  expect(inFeedOf('trinity', resolution)['deferred']).toEqual(deferred)
})

test('a process or team is left out of its own feed, but where it begins or ends', () => {
  const process = { id: 'neo/tour', name: 'Tour' }
  expect(Object.keys(inFeedOfSubject('team', shown))).not.toContain('team')
  expect(inFeedOfSubject('process', shown)).toEqual(shown)
  expect(inFeedOfSubject('process', { ...shown, process })).toEqual(shown)
  for (const event of ['create', 'delete']) expect(inFeedOfSubject('team', { ...shown, event })).toHaveProperty('team')
})
