import { expect, test } from 'vitest'
import { teamText } from './team-text.ts'

const same = (text: string): string => text
const plain = { strong: same, faint: same, good: same, bad: same }
const team = {
  id: 'crew',
  name: 'The Crew',
  definition: { name: 'Guild' },
  access: 'PUBLIC',
  locked: true,
  owner: { id: 'neo' },
  member_count: [
    { name: 'pilot', count: 1 },
    { name: 'captain', count: 1 },
  ],
  total_members: 2,
}

test('a team tells whose it is, whether it is locked, how many have each role, and who is what', () => {
  const members = [
    { id: 'neo', alias: 'The\nOne', roles: ['pilot', 'captain'] },
    { id: 'tank', alias: 'tank', roles: [] },
  ]
  expect(teamText(team, members, plain)).toBe(
    [
      'crew (The Crew), Guild owned by neo, PUBLIC, locked',
      '2 members; roles: pilot 1, captain 1',
      'MEMBER  ALIAS        ROLES',
      'neo     The\\u{a}One  pilot, captain',
      'tank    tank',
    ].join('\n'),
  )
})

test('one without an owner and without members says so', () => {
  const bare = { ...team, name: 'crew', locked: false, owner: null, member_count: [], total_members: 0 }
  expect(teamText(bare, [], plain)).toBe('crew, Guild without an owner, PUBLIC\n0 members')
})
