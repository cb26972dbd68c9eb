import { expect, test } from 'vitest'
import { entryLine, isEntry, type ShownEntry } from './entry-line.ts'
import { paintFor } from './paint.ts'

const paint = paintFor({ write: () => {}, isTerminal: false }, {}, true)
const line = (entry: Partial<ShownEntry>): string =>
  entryLine(
    { seq: 12, at: '2026-05-01T12:00:00.000Z', caller: { client: 'web', player: 'neo' }, events: [], ...entry },
    paint,
  )
const xp = { metric: { id: 'xp', name: 'XP', type: 'point' }, delta: { old: '0', new: '10' } }

test('tells number, time, who called and what came of it', () => {
  const events = [{ event: 'action', actor: { id: 'neo' }, action: { id: 'like', name: 'Like' }, changes: [xp] }]
  expect(line({ events })).toBe('   12  2026-05-01T12:00:00.000Z  neo  neo played Like: XP 0 -> 10')
})

test('tells the client where it acted for no player', () => {
  expect(line({ caller: { client: 'web' } })).toBe('   12  2026-05-01T12:00:00.000Z  web  ')
})

test('tells a few of many events', () => {
  const events = Array.from({ length: 5 }, (_, at) => ({ event: 'player:enabled', player: { id: `p${at}` } }))
  expect(line({ events })).toMatch(/neo {2}p0 was enabled; p1 was enabled; p2 was enabled; and 2 more$/)
})

test.each([
  [{ event: 'seed:set', seed: 'abc' }, "the random seed is now 'abc'"],
  [
    { event: 'clock:set', clock: { offsetMs: 0, frozenAt: 5 } },
    'the clock was set to 1970-01-01T00:00:00.005Z and is frozen',
  ],
  [
    { event: 'clock:set', clock: { offsetMs: 5, frozenAt: null } },
    'the clock was set to 2026-05-01T12:00:00.000Z and is running',
  ],
  [{ event: 'design:deployed', hash: '0123456789abcdef' }, 'the design 01234567 was deployed'],
  [{ event: 'design:deployed', hash: '0123456789abcdef', label: 'v2' }, 'the design v2 (01234567) was deployed'],
  [
    { event: 'design:deployed', hash: '0123456789abcdef', label: null, changed: ['actions/like: added'] },
    'the design was deployed: actions/like: added',
  ],
  [
    { event: 'design:deployed', hash: '0123456789abcdef', label: 'v2', changed: ['a: added', 'b: removed'], more: 4 },
    'the design v2 was deployed: a: added; b: removed; and 4 more',
  ],
  [
    { event: 'design:deployed', hash: '0123456789abcdef', label: 'v3', changed: [] },
    'the active design is now version v3',
  ],
  [{ event: 'design:held', hash: '0123456789abcdef' }, 'the design 01234567 waits for its issues to be fixed'],
  [
    { event: 'design:held', hash: '0123456789abcdef', changed: ['metrics/xp: removed'] },
    'the design waits for its issues to be fixed: metrics/xp: removed',
  ],
  [{ event: 'player:created', player: { id: 'neo' }, changes: [] }, 'neo joined the game'],
  [{ event: 'player:created', player: { id: 'neo' }, changes: [xp] }, 'neo joined the game: XP 0 -> 10'],
  [{ event: 'reverted', player: { id: 'neo' }, events: [{}], changes: [xp] }, '1 event of neo was undone: XP 0 -> 10'],
  [{ event: 'notifications:seen', player: { id: 'neo' }, places: [1, 2] }, 'neo has seen 2 notifications'],
  [
    { event: 'leaderboard:registered', board: 'top', kind: 'player', entities: ['neo', 'trinity'], scopes: ['eu'] },
    "neo, trinity for eu joined leaderboard 'top'",
  ],
  [{ event: 'team:locked', team: { id: 'crew' } }, "team 'crew' was locked"],
  [{ event: 'an:event:of:later' }, 'neo: an:event:of:later: no change'],
])('says what happened: %j', (event, sentence) => {
  expect(line({ events: [event] })).toBe(`   12  2026-05-01T12:00:00.000Z  neo  ${sentence}`)
})

test('says to what time a running clock was set, though the entry is older', () => {
  const events = [{ event: 'clock:set', clock: { offsetMs: 5, frozenAt: null } }]
  expect(line({ events, input: { nowMs: 86_400_000 } })).toMatch(/set to 1970-01-02T00:00:00\.000Z and is running$/)
})

test('shows nothing that could steer a terminal', () => {
  const events = [{ event: 'seed:set', seed: '\u001b[2J' }]
  expect(line({ events, caller: { client: 'web\n' } })).toBe(
    `   12  2026-05-01T12:00:00.000Z  web\\u{a}  the random seed is now '\\u{1b}[2J'`,
  )
})

test.each([null, 7, {}, { seq: '1', at: '', caller: { client: '' }, events: [] }, { seq: 1, at: '', events: [] }])(
  'takes nothing else for an entry: %j',
  (value) => {
    expect(isEntry(value)).toBe(false)
  },
)
