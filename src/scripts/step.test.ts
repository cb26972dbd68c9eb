import { describe, expect, test } from 'vitest'
import { messageAt } from '../game/kernel/schema-problems.ts'
import { parseScriptFile } from './script-file.ts'
import { parseStep, stepSchemas, type StepInput } from './step.ts'

const team = { team: 'owls' }

const right: { readonly [K in keyof typeof stepSchemas]: StepInput } = {
  action: { as: 'neo', action: 'like', count: 2, variables: { a: 1 }, scopes: [{ id: 'x', entity_id: 'neo' }] },
  trigger: { as: 'neo', process: 'neo/tour', trigger: 'study', expect: { error: 'access_denied' } },
  rule: { rule: 'gift', players: ['neo'] },
  create: { as: 'neo', create: { ...team, definition: 'guild', name: 'Owls', access: 'PUBLIC' } },
  join: { as: 'neo', join: team, roles: { member: true } },
  leave: { as: 'neo', leave: team },
  invite: { as: 'neo', invite: 'smith', to: team, roles: { member: true } },
  accept: { as: 'neo', accept: team },
  reject: { as: 'neo', reject: team },
  approve: { as: 'neo', approve: 'smith', in: team },
  decline: { as: 'neo', decline: 'smith', in: team },
  roles: { as: 'neo', roles: { leader: true }, in: team },
  advance: { advance: '1d' },
  now: { now: '2030-01-01' },
  snapshot: { snapshot: 'here' },
  restore: { restore: 'here' },
  request: { request: 'POST /v2/x', as: 'neo', body: [1], expect: { status: 404, body: null } },
  expect: { expect: { player: 'neo', scores: { xp: '1', badges: { Fan: '1' } } } },
}

test.each(Object.entries(right))('a step %s is read', (kind, value) => {
  expect(parseStep(value)).toEqual({ kind, given: value })
})

test.each([
  [7, "expected a step: an object with one of 'action', 'trigger'"],
  [{ as: 'neo', acton: 'like' }, "acton: unknown field 'acton' (did you mean 'action'?)"],
  [{ as: 'neo', action: 'like', cuont: 1 }, "cuont: unknown field 'cuont' (did you mean 'count'?)"],
  [{ as: 'neo', action: 'like', rule: 'gift' }, "rule: unknown field 'rule'"],
  [{ action: 'like' }, 'as: missing; expected string'],
  [{ as: 'neo', action: 'like', count: 1e9 }, 'count: expected a number of at most 1000000'],
  [{ as: 'neo', action: '\ud800' }, 'action: expected an id, found half of a character'],
  [{ as: 'neo', process: 'neo/tour' }, 'trigger: missing; expected string'],
  [{ as: 'neo', join: { team: 'a', process: 'b' } }, "join: expected either 'team' or 'process'"],
  [{ as: 'neo', join: {} }, "join: expected either 'team' or 'process'"],
  [{ as: 'neo', approve: 'smith' }, 'in: missing; expected object'],
  [{ advance: 'a while' }, `advance: 'a while' is not a valid duration; expected one such as "90m", "1d" or "PT90M"`],
  [{ now: 'soon' }, 'now: expected a time such as "2026-01-31T12:00:00Z"'],
  [
    { snapshot: '../x' },
    'snapshot: expected 1 to 64 letters, digits, dots, dashes and underscores, a letter or digit first',
  ],
  [{ request: 'get /v2' }, 'request: expected a method and a path such as "POST /v2/admin/players"'],
  [{ advance: '1d', expect: { status: 200 } }, "expect.status: unknown field 'status'"],
  [
    { advance: '1d', expect: { error: 'invalid_dat' } },
    "expect.error: 'invalid_dat' is not an error code of the service (did you mean 'invalid_date'?)",
  ],
  [{ expect: { playr: 'neo' } }, "expect: expected an object with one of 'player', 'leaderboard', 'process', 'team'"],
  [{ expect: { player: 'neo' } }, 'expect.scores: missing; expected object'],
  [{ expect: { player: 'neo', scores: { xp: 1 } } }, 'expect.scores.xp: expected a text such as "30" or "Bronze"'],
  [
    { expect: { process: 'neo/tour' } },
    "expect: expected the 'state' that it must be in, or its 'nodes', or the state that it must 'not' be in",
  ],
  [{ expect: { team: 'owls', members: { neo: 'boss' } } }, 'expect.members.neo: expected array, found string'],
])('%j is no step: %s', (value, words) => {
  const found = parseStep(value)
  expect('problems' in found ? found.problems.map(messageAt).join('\n') : found).toContain(words)
})

describe('a script file', () => {
  const steps = [right.action, right.advance]

  test('has steps, and may have a name and players', () => {
    expect(parseScriptFile({ $schema: 'x', name: 'A', players: ['neo'], steps })).toMatchObject({
      name: 'A',
      players: ['neo'],
      steps: [
        { value: right.action, step: { kind: 'action' } },
        { value: right.advance, step: { kind: 'advance' } },
      ],
    })
    expect(parseScriptFile({ steps })).toMatchObject({ name: undefined, players: [] })
  })

  test.each([
    [[], [': expected object, found array']],
    [{}, ['steps: missing; expected array']],
    [{ steps: [] }, ['steps: expected at least 1 item']],
    [{ steps: [{ ...right.action, count: 1e308 }] }, ['steps.0.count: expected a number of at most 1000000']],
    [{ steps: Array(100_001).fill(7) }, ['steps: expected at most 100000 items']],
    [
      { stps: [], players: ['1'], steps: [right.action, { action: 'x' }, {}] },
      [
        "stps: unknown field 'stps' (did you mean 'steps'?)",
        'players.0: expected an id',
        'steps.1.as: missing; expected string',
        'steps.2: expected a step',
      ],
    ],
  ])('%#. tells of everything that is wrong with it', (value, wanted) => {
    const read = parseScriptFile(value)
    const found = 'problems' in read ? read.problems.map(messageAt) : []
    expect(found).toHaveLength(wanted.length)
    for (const words of wanted) expect(found).toContainEqual(expect.stringContaining(words.replace(/^: /, '')))
  })
})
