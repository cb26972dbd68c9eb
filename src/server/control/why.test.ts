import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  achievement,
  action,
  add,
  any,
  compound,
  formulas,
  levels,
  not,
  played,
  point,
  rule,
  score,
  set,
  state,
} from '../../../test/support/design-parts.ts'
import { serveGame, type TestGame } from '../../../test/support/http.ts'
import { container, task } from '../../../test/support/process-parts.ts'
import { emptyDesign, type DesignSource } from '../../game/design/source.ts'
import { whyAnswer, whyNotAnswer, type Why } from '../../interface/why-answer.ts'

const design: DesignSource = {
  ...emptyDesign,
  metrics: [
    point('xp', { max: '25' }),
    compound('double', '$scores["xp"] * 2'),
    state('rank', 'Bronze', 'Silver'),
    set('badges', ['Fan', 'Trapped']),
    point('gold'),
    { ...point('idle'), name: 'Idle hours' },
  ],
  actions: [
    {
      ...action('like', []),
      rate: [3, 86_400_000, 'FIXED'],
      rules: [rule({}, add('xp', '10'), add('xp', '1', { probability: 0.5 }))],
    },
    action('lead', [add('xp', '1')], {
      requires: {
        type: 'and',
        expression: [
          { type: 'team', context: { definition: 'guild' } },
          any(score('xp', 'ge', 100), not(score('xp', 'ge', 0))),
        ],
      },
    }),
    action('vary', [], {
      variables: [{ name: 'n', type: 'int', required: true }],
      rules: [rule(formulas('$vars.n', 'gt', '$scores.xp / 5 + 1'), add('xp', '$vars.n * 2'), add('xp', '$vars.n'))],
    }),
    action('rest', [add('idle', '0')]),
    action('broken', [add('xp', '$vars.s')], { variables: [{ name: 's', type: 'string' }] }),
    action('lenient', [add('xp', '$vars.n')], { variables: [{ name: 'n', type: 'int' }] }),
    action('head', [], { requires: { type: 'team', context: { definition: 'guild', role: 'chief' } } }),
    { ...action('dud', [add('xp', '1')]), probability: 0 },
    action('trap', []),
  ],
  processes: [
    {
      id: 'tour',
      name: 'Tour',
      ...container(
        [task('go', { rewards: [add('gold', '5')] }), task('see', { requires: score('gold', 'ge', 50) })],
        [],
        'go see',
      ),
    },
  ],
  teams: [
    {
      id: 'guild',
      name: 'Guild',
      permissions: [
        ['member', {}],
        ['chief', {}],
      ],
    },
  ],
  rules: [
    levels('ladder', 'xp', 'rank', ['Bronze', '10'], ['Silver']),
    achievement('trapped', 'badges', { Trapped: '1 / $scores.gold' }, played('trap', 'ge', 1)),
    achievement('fan', 'badges', { Fan: '1' }, score('xp', 'ge', 20)),
  ],
}

let game: TestGame

beforeAll(async () => {
  game = await serveGame({ design })
  await game.request('POST', '/v2/admin/players', { body: { id: 'neo', alias: 'neo' } })
})
afterAll(() => game.stop())

const like = async (): Promise<readonly { readonly id: string; readonly event: string }[]> => {
  const { body } = await game.request('POST', '/v2/runtime/actions/like/play', { as: 'neo', body: {} })
  return [...body.events.local, ...body.events.global]
}
const why = async (id: string): Promise<Why> => {
  const { status, body } = await game.request('GET', `/_gamify/why/${id}`)
  expect(status).toBe(200)
  return whyAnswer.parse(body)
}
const whyNot = async (body: object) =>
  whyNotAnswer.parse((await game.request('POST', '/_gamify/why-not', { body })).body)

describe('GET /_gamify/why/:event_id', () => {
  test('tells what a play looked at, what it drew and what it gave', async () => {
    const [played, ...others] = await like()
    const { event, follows, reverted, same, steps } = await why(played!.id)
    expect({ id: event.id, follows, reverted, same }).toEqual({
      id: played!.id,
      follows: null,
      reverted: null,
      same: true,
    })
    const [step] = steps
    expect(step).toMatchObject({ part: { kind: 'action', id: 'like' }, player: 'neo', event: played!.id })
    expect(step?.looked_at).toMatchObject([
      { kind: 'rate', rate: { count: 3, type: 'FIXED' }, used: 0, held: true },
      { kind: 'reward', metric: { id: 'xp' }, change: { delta: { old: null, new: '10' } }, limits: [] },
      { kind: 'draw', of: 'reward of xp', probability: 0.5 },
      ...(step?.looked_at.length === 5 ? [{ kind: 'reward', metric: { id: 'xp' } }] : []),
      { kind: 'compound', formula: '$scores["xp"] * 2', reads: { '$scores.xp': expect.stringMatching(/^1[01]$/) } },
    ])
    const followed = await why(others[0]!.id)
    expect(followed).toMatchObject({ follows: played!.id, same: true })
    const reason = followed.steps.find((one) => one.event === others[0]!.id)
    expect(reason).toMatchObject({
      part: { kind: 'level', id: 'ladder' },
      looked_at: [{ kind: 'level', base: { id: 'xp' } }],
    })
  })

  test('is told what a limit took, and what was reverted by what', async () => {
    await like()
    const [third] = await like()
    const { steps } = await why(third!.id)
    expect(steps[0]?.looked_at.filter(({ kind }) => kind === 'reward')[0]).toMatchObject({
      change: { delta: { new: '25' } },
      limits: [{ by: 'max', limit: '25' }],
    })
    await game.request('POST', '/v2/admin/players/neo/revert', { body: { event_ids: [third!.id] } })
    const { reverted, same } = await why(third!.id)
    expect({ reverted, same }).toEqual({ reverted: { id: expect.any(String), at: expect.any(String) }, same: true })
    expect(await why(reverted!.id)).toMatchObject({ event: { event: 'reverted' }, same: true })
  })

  test('takes the number of an entry for its first event', async () => {
    const { body: activity } = await game.request('GET', '/v2/admin/players/neo/activity')
    const played = (activity as { id: string; event: string }[]).find(({ event }) => event === 'action')
    const { seq } = (await why(played!.id)).entry
    expect(await why(String(seq))).toMatchObject({ event: { id: played!.id }, same: true })
    const { status, body } = await game.request('GET', '/_gamify/why/99999')
    expect({ status, body }).toEqual({
      status: 404,
      body: {
        error: 'event_not_found',
        error_description: expect.stringMatching(/^The history has no entry 99999: its last one is entry \d+$/),
      },
    })
    expect((await game.request('GET', '/_gamify/why/0')).body.error_description).toContain(
      "'0' is not the id of an event",
    )
  })

  test('knows no event that was rewound away, or that there never was', async () => {
    const { body } = await game.request('GET', '/v2/admin/players/neo/activity')
    const last = (body as { id: string }[]).at(-1)
    const ask = async (id: string) => (await game.request('GET', `/_gamify/why/${id}`)).body
    expect(await ask('nonsense')).toEqual({
      error: 'event_not_found',
      error_description: "'nonsense' is not the id of an event, the id of a player or the number of an entry",
    })
    const { seq } = (await why(last!.id)).entry
    await game.request('POST', '/v2/admin/players', { body: { id: 'cypher', alias: 'cypher' } })
    const played = await game.request('POST', '/v2/runtime/actions/like/play', { as: 'cypher', body: {} })
    await game.request('POST', '/_gamify/rewind', { body: { to: seq } })
    const { id } = played.body.events.local[0]
    expect(await ask(id)).toMatchObject({
      error_description: expect.stringContaining('a rewind, restore or reset removed it'),
    })
    const other = `${last!.id.slice(0, -1)}${last!.id.endsWith('0') ? '1' : '0'}`
    expect(await ask(other)).toMatchObject({
      error: 'event_not_found',
      error_description: expect.stringContaining('is not in this history'),
    })
  })
})

describe('POST /_gamify/why-not', () => {
  test('names all leaves that must change, and the choices among them', async () => {
    expect(await whyNot({ player_id: 'neo', action: 'lead' })).toMatchObject({
      possible: false,
      stands_in_the_way: [
        { kind: 'requirement', needs: { type: 'team', context: { definition: 'guild' } }, teams: [] },
        {
          kind: 'any_of',
          choices: [
            [
              {
                needs: { context: { id: 'xp', operator: 'ge', value: '100' } },
                missing: expect.stringMatching(/^\d+$/),
              },
            ],
            [
              {
                needs: { context: { id: 'xp', operator: 'lt', value: '0' } },
                missing: expect.stringMatching(/^-\d+$/),
              },
            ],
          ],
        },
      ],
    })
  })

  test('names the limit, and when there is room again', async () => {
    expect(await whyNot({ player_id: 'neo', action: 'like' })).toMatchObject({
      possible: false,
      stands_in_the_way: [{ kind: 'rate', used: 3, free_at: '2030-01-07T00:00:00.000Z' }],
    })
  })

  test('tells of rules what they lack, or that there is nothing left to give', async () => {
    await game.request('POST', '/v2/admin/players', { body: { id: 'smith', alias: 'smith' } })
    expect(await whyNot({ player_id: 'smith', rule: 'ladder' })).toMatchObject({
      possible: false,
      stands_in_the_way: [{ kind: 'level', has: null, rank: 'Bronze' }],
    })
    expect(await whyNot({ player_id: 'smith', rule: 'fan' })).toMatchObject({
      stands_in_the_way: [{ kind: 'requirement', needs: { context: { operator: 'ge', value: '20' } }, missing: '20' }],
    })
    expect(await whyNot({ player_id: 'neo', rule: 'fan' })).toMatchObject({
      possible: false,
      stands_in_the_way: [{ kind: 'nothing_to_give', reason: 'the player already has Fan' }],
    })
  })

  test('knows no way without the variables of a play, and computes with those that are given', async () => {
    const ask = (n?: unknown) => whyNot({ player_id: 'smith', action: 'vary', variables: n === undefined ? {} : { n } })
    expect(await ask()).toMatchObject({
      possible: false,
      stands_in_the_way: [
        { kind: 'variable', of: 'vary', path: 'variables.n', message: "the variable 'n' of type int is required" },
      ],
      rewards: [],
    })
    expect(await ask('x')).toMatchObject({ possible: false, stands_in_the_way: [{ kind: 'variable' }] })
    expect(await ask(1)).toMatchObject({
      possible: true,
      rewards: [{ possible: false, stands_in_the_way: [{ has: '1', against: '1', missing: '1' }] }],
    })
    expect(await ask(2)).toMatchObject({ possible: true, rewards: [{ possible: true, stands_in_the_way: [] }] })
  })

  test('a play that is refused since a formula has no value is not possible; one without luck gives nothing', async () => {
    expect(await whyNot({ player_id: 'smith', action: 'broken' })).toMatchObject({
      possible: false,
      stands_in_the_way: [{ kind: 'formula', message: expect.stringContaining('is not a number') }],
    })
    expect(await whyNot({ player_id: 'smith', action: 'lenient' })).toMatchObject({
      possible: true,
      stands_in_the_way: [],
    })
    expect(await whyNot({ player_id: 'smith', action: 'dud' })).toMatchObject({
      possible: true,
      odds: 0,
      rewards: [{ possible: false, gives: expect.stringMatching(/\+1$/) }],
    })
  })

  test('a reward that changes nothing is told with the name of its metric', async () => {
    expect(await whyNot({ player_id: 'smith', action: 'rest' })).toMatchObject({
      possible: true,
      rewards: [{ stands_in_the_way: [{ kind: 'nothing_to_give', reason: 'Idle hours would stay the same' }] }],
    })
  })

  test('of a team it tells what the player is there, and what its name is', async () => {
    await game.request('POST', '/v2/admin/teams', { body: { definition: 'guild', id: 'g1' } })
    await game.request('POST', '/v2/admin/teams/g1/join', {
      body: { player_id: 'smith', requested_roles: { member: true } },
    })
    expect(await whyNot({ player_id: 'smith', action: 'head' })).toMatchObject({
      stands_in_the_way: [{ name: 'Guild', teams: ['g1'], member: [{ team: 'g1', roles: ['member'] }] }],
    })
  })

  test('a play is not possible either where a rule that follows it cannot be computed', async () => {
    expect(await whyNot({ player_id: 'smith', action: 'trap' })).toMatchObject({
      possible: false,
      stands_in_the_way: [{ kind: 'formula', of: 'trap', message: expect.stringContaining('1 / $scores.gold') }],
    })
  })

  test('of a trigger it tells the place in the process, what is offered before it, and what it would give', async () => {
    await game.request('POST', '/v2/runtime/processes', { as: 'smith', body: { definition: 'tour', id: 'one' } })
    const ask = (trigger: string, player_id = 'smith') => whyNot({ player_id, process: 'smith/one', trigger })
    expect(await ask('go')).toMatchObject({
      part: { kind: 'trigger', id: 'go:go', process: 'smith/one' },
      possible: true,
      rewards: [{ of: 'go', gives: 'gold +5', possible: true }],
    })
    expect(await ask('see', 'neo')).toMatchObject({
      possible: false,
      stands_in_the_way: [
        { kind: 'not_offered', of: 'see', after: ['go'] },
        { kind: 'performer', process: 'smith/one' },
        { kind: 'lane', of: 'see', lane: '~', role: null },
        { kind: 'requirement', of: 'see', missing: '50' },
      ],
      rewards: [],
    })
    const play = (trigger: string) =>
      game.request('POST', '/v2/runtime/processes/smith%2Fone/play', { as: 'smith', body: { trigger } })
    await play('go')
    expect(await ask('go')).toMatchObject({ stands_in_the_way: [{ kind: 'not_offered', after: [] }] })
    expect(await ask('see')).toMatchObject({ stands_in_the_way: [{ kind: 'requirement', missing: '45' }] })
    const scores = { rewards: [{ metric: { id: 'gold', type: 'point' }, verb: 'set', value: '50' }] }
    await game.request('PATCH', '/v2/admin/players/smith/scores', { body: scores })
    await play('see')
    expect(await ask('see')).toMatchObject({ stands_in_the_way: [{ kind: 'completed' }] })
  })

  test.each([
    [
      { player_id: 'ne', action: 'like' },
      404,
      'player_not_found',
      "The player 'ne' does not exist (did you mean 'neo'?)",
    ],
    [
      { player_id: 'neo', action: 'lik' },
      404,
      'action_not_found',
      "The action 'lik' does not exist (did you mean 'like'?)",
    ],
    [
      { player_id: 'neo', rule: 'lader' },
      404,
      'rule_not_found',
      "The rule 'lader' does not exist (did you mean 'ladder'?)",
    ],
    [
      { player_id: 'neo', process: 'smith/one', trigger: 'sea' },
      404,
      'trigger_not_found',
      "The process 'smith/one' has no trigger 'sea' (did you mean 'see'?)",
    ],
    [{ player_id: 'neo', process: 'smith/two', trigger: 'see' }, 404, 'process_instance_not_found', expect.any(String)],
    [{ player_id: 'neo', process: 'smith/one' }, 400, 'validation_exception', expect.any(String)],
    [{ player_id: 'neo', action: 'like', trigger: 'see' }, 400, 'validation_exception', expect.any(String)],
    [{ player_id: 'neo', rule: 'fan', count: 2 }, 400, 'validation_exception', expect.any(String)],
    [{ player_id: 'neo', action: 'like', count: 0 }, 400, 'validation_exception', expect.any(String)],
    [{ player_id: 'neo' }, 400, 'validation_exception', expect.any(String)],
    [{ player_id: 'neo', rule: 'a', action: 'b' }, 400, 'validation_exception', expect.any(String)],
  ])('refuses %j', async (body, status, error, error_description) => {
    expect(await game.request('POST', '/_gamify/why-not', { body })).toMatchObject({
      status,
      body: { error, error_description },
    })
  })
})
