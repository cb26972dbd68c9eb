import { expect, test } from 'vitest'
import { designOf, point } from '../../../test/support/design-parts.ts'
import { aGame } from '../../../test/support/given.ts'
import { happening, teamMade } from '../../../test/support/subject-events.ts'
import type { Scope } from '../actions/shapes.ts'
import { createPlayer } from '../players/administration.ts'
import { scopesBody, scopesFault as faultOf } from './scopes.ts'

const board = (id: string, entity_type: string, type: string) => ({
  id,
  name: id,
  type: 'regular',
  entity_type,
  scope: { type },
  metric: { id: 'xp', type: 'point' },
})
const parts = {
  metrics: [point('xp')],
  teams: [{ id: 'guild', name: 'Guild', permissions: [['friend', {}]], settings: {} }],
}
const design = designOf({
  ...parts,
  leaderboards: [
    board('board', 'players', 'custom'),
    board('match', 'teams', 'custom'),
    board('top', 'players', 'game'),
  ],
})
const { run } = aGame(design)
  .after(createPlayer, { id: 'x' })
  .after(happening, { events: [teamMade({ id: 'red', definition: 'guild', owner: null })] })
const scopesFault = (scopes: readonly Scope[]) => faultOf(scopes, run.state, design.leaderboards)

const of = (id: string) => [{ id, entity_id: 'x' }]

test.each(['a', 'board/a', '2030-05', '_', 'x'.repeat(64), `board/${'x'.repeat(64)}`])(
  '%s is the id of a scope',
  (id) => {
    expect(scopesFault(of(id))).toBeUndefined()
  },
)

test.each([
  '',
  '/',
  'board/',
  'board/a/b',
  '/a',
  '1/a',
  'a b/a',
  `${'x'.repeat(65)}/a`,
  'a b',
  'ünï',
  '__proto__/',
  'a.b',
  'x'.repeat(65),
])('%j is none, and is named', (id) => {
  expect(scopesFault([...of('a'), ...of(id)])).toMatchObject({
    fault: 'invalid_request',
    facts: { message: `'${id}' is not a valid scope id: expected up to 64 letters, digits, _ or -` },
  })
})

test.each([
  ['a', 'x'],
  ['a', 'red'],
  ['board/a', 'x'],
  ['match/a', 'red'],
])('%s takes %s', (id, entity_id) => {
  expect(scopesFault([{ id, entity_id }])).toBeUndefined()
})

test.each([
  ['nope/a', 'x', 'leaderboard_not_found', 'nope'],
  ['constructor/a', 'x', 'leaderboard_not_found', 'constructor'],
  ['top/a', 'x', 'invalid_request', undefined],
  ['board/a', 'red', 'player_not_found', 'red'],
  ['a', 'nobody', 'player_not_found', 'nobody'],
  ['match/a', 'x', 'team_instance_not_found', 'x'],
])('%s does not take %s: %s', (id, entity_id, code, about) => {
  const found = scopesFault([
    { id: 'a', entity_id: 'x' },
    { id, entity_id },
  ])
  expect(found).toMatchObject({ fault: code, ...(about === undefined ? {} : { facts: { id: about } }) })
})

test('a scope of every custom board is for whom one of them could credit, if there are any', () => {
  const only = (...leaderboards: readonly object[]) =>
    faultOf(
      of('a'),
      aGame(designOf({ ...parts, leaderboards })).run.state,
      designOf({ ...parts, leaderboards }).leaderboards,
    )
  expect(only(board('top', 'players', 'game'))).toBeUndefined()
  expect(only(board('match', 'teams', 'custom'))).toMatchObject({
    fault: 'team_instance_not_found',
    facts: { id: 'x' },
  })
  expect(only(board('board', 'players', 'custom'))).toMatchObject({ fault: 'player_not_found', facts: { id: 'x' } })
})

test('scopes come as a list of at most 100, of these two fields', () => {
  expect(scopesBody.safeParse(Array.from({ length: 100 }, () => of('a')[0])).success).toBe(true)
  const bad = [
    Array.from({ length: 101 }, () => of('a')[0]),
    {},
    ['a'],
    [{ id: 'a' }],
    [{ ...of('a')[0], more: 1 }],
    [{ id: 5, entity_id: 'x' }],
  ]
  expect(bad.some((scopes) => scopesBody.safeParse(scopes).success)).toBe(false)
})
