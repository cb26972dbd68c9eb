import { expect, test } from 'vitest'
import { stepSentence } from './step-sentence.ts'
import { parseStep, stepSchemas, type StepInput } from './step.ts'

const crew = { team: 'nebuchadnezzar' }
const tour = { process: 'neo/tour' }

/** A step of each kind, and how people are told of it. */
const cases: readonly (readonly [StepInput, string])[] = [
  [{ as: 'neo', action: 'like' }, 'neo plays like'],
  [
    { as: 'neo', action: 'like', count: 3, expect: { events: ['action', 'level'] } },
    'neo plays like 3 times -> action, level',
  ],
  [
    {
      as: 'neo',
      action: 'answer',
      variables: { votes: 4, to: 'smith' },
      scopes: [{ id: 'trails/river', entity_id: 'neo' }],
    },
    'neo plays answer with votes=4, to=smith on trails/river=neo',
  ],
  [
    { as: 'neo', ...tour, trigger: 'study', expect: { error: 'access_denied' } },
    'neo plays study of neo/tour -> access_denied',
  ],
  [{ rule: 'welcome', players: ['neo', 'smith'] }, 'the rule welcome is evaluated for neo, smith'],
  [{ as: 'neo', create: { ...crew, definition: 'crew' } }, 'neo creates the team nebuchadnezzar from crew'],
  [{ as: 'neo', create: { process: 'tour', definition: 'trip' } }, 'neo creates the process tour from trip'],
  [{ as: 'neo', join: crew, roles: { sailor: true } }, 'neo joins the team nebuchadnezzar as sailor'],
  [{ as: 'neo', leave: tour }, 'neo leaves the process neo/tour'],
  [
    { as: 'neo', roles: { captain: true, sailor: false }, in: crew },
    'neo changes roles in the team nebuchadnezzar as captain, sailor (false)',
  ],
  [
    { as: 'neo', invite: 'smith', to: tour, roles: { guide: 'player' } },
    'neo invites smith to the process neo/tour as guide (player)',
  ],
  [{ as: 'smith', accept: tour }, 'smith accepts the invitation to the process neo/tour'],
  [{ as: 'smith', reject: tour }, 'smith rejects the invitation to the process neo/tour'],
  [{ as: 'neo', approve: 'smith', in: crew }, 'neo accepts the request of smith in the team nebuchadnezzar'],
  [{ as: 'neo', decline: 'smith', in: crew }, 'neo declines the request of smith in the team nebuchadnezzar'],
  [{ advance: '1d' }, 'the clock advances by 1d'],
  [{ now: '2030-01-06' }, 'the clock is set to 2030-01-06'],
  [{ snapshot: 'here' }, 'the game is saved as snapshot here'],
  [{ restore: 'here' }, 'the game is restored from snapshot here'],
  [
    { request: 'GET /v2/runtime/player', as: 'neo', expect: { status: 200, body: { id: 'neo' } } },
    'GET /v2/runtime/player as neo -> 200, {"id":"neo"}',
  ],
  [{ request: 'GET /x', expect: { events: [] } }, 'GET /x -> no events'],
  [
    { expect: { player: 'neo', scores: { xp: '30', rank: 'Bronze', badges: { Rookie: '1', Fan: '2' } } } },
    'neo has xp 30, rank Bronze, badges Rookie 1, badges Fan 2',
  ],
  [{ expect: { player: 'neo', scores: {} } }, 'neo has anything'],
  [{ expect: { leaderboard: 'top', cycle: 'daily', order: ['neo', 'smith'] } }, 'the board top (daily): neo, smith'],
  [{ expect: { leaderboard: 'top', order: [] } }, 'the board top: nobody'],
  [
    { expect: { ...tour, state: 'ACTIVE', nodes: { study: 'COMPLETED' } } },
    'the process neo/tour is ACTIVE, study COMPLETED',
  ],
  [{ expect: { ...tour, not: 'COMPLETED' } }, 'the process neo/tour is not COMPLETED'],
  [
    { expect: { ...crew, members: { neo: ['captain', 'sailor'], smith: [] } } },
    'the team nebuchadnezzar has neo as captain, sailor, smith',
  ],
]

const sentenceOf = (value: StepInput): string => {
  const step = parseStep(value)
  if ('problems' in step) throw new Error(JSON.stringify(step.problems))
  return stepSentence(step)
}

test.each(cases)('%j reads: %s', (value, sentence) => {
  expect(sentenceOf(value)).toBe(sentence)
})

test('every kind of step is among them', () => {
  const told = new Set(cases.flatMap(([value]) => (parseStep(value) as { kind: string }).kind))
  expect([...told].toSorted()).toEqual(Object.keys(stepSchemas).toSorted())
})

test('a long one is cut', () => {
  const sentence = sentenceOf({ rule: 'welcome', players: Array<string>(1000).fill('neo') })
  expect(Array.from(sentence)).toHaveLength(120)
  expect(sentence).toMatch(/^the rule welcome is evaluated for (neo, )+.*…$/)
})
