import { describe, expect, onTestFinished, test } from 'vitest'
import { contractDesign } from '../../test/contract/game-design.ts'
import { snapshotTexts, textHash } from '../../test/support/canonical-hash.ts'
import { serveGame, type TestGameOptions } from '../../test/support/http.ts'
import { container, sub, task } from '../../test/support/process-parts.ts'
import type { Client, RequestParts } from '../client/client.ts'
import { createClient } from '../client/create-client.ts'
import { ServiceError, UnreachableError } from '../client/service-error.ts'
import type { Difference } from './difference.ts'
import { runSteps, sendCommands, type StepResult } from './run-steps.ts'
import { readSteps, type ReadStep } from './script-file.ts'
import type { StepInput } from './step.ts'

const players = ['neo', 'trinity', 'smith']

/** A game with some players, its clock standing still, and a client of it. */
async function served(design: TestGameOptions['design'] = contractDesign) {
  const game = await serveGame({ design })
  onTestFinished(game.stop)
  const client = createClient({ url: game.url, clientId: 'gamify-staging', clientSecret: 'gamify-dev-secret' })
  onTestFinished(() => client.close())
  await sendCommands(
    client,
    players.map((id) => ({ request: 'POST /v2/admin/players', body: { id } })),
  )
  return { client, game, hash: () => textHash(snapshotTexts({ runtime: game.emulator.runtime('staging') })) }
}

/** Steps that must be such. */
function stepsOf(...steps: readonly StepInput[]): readonly ReadStep[] {
  const read = readSteps(steps)
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read
}

/** What each step differed in; an empty list for one that was as expected. */
async function differencesOf(
  client: Client,
  ...steps: readonly StepInput[]
): Promise<readonly (readonly Difference[])[]> {
  return (await runSteps(client, stepsOf(...steps))).map(({ differences }) => differences)
}

const guild = { team: 'owls' }
const tour = { process: 'neo/trip' }

/** Every kind of step that does something, each going on from those before it. */
const life: readonly StepInput[] = [
  { as: 'neo', action: 'like', count: 3, scopes: [{ id: 'best/club', entity_id: 'neo' }] },
  { as: 'neo', action: 'answer', variables: { votes: 2 } },
  { rule: 'welcome', players: ['neo', 'smith'], variables: { gift: 5 } },
  { as: 'neo', create: { ...guild, definition: 'guild', name: 'Owls', access: 'PROTECTED' } },
  { as: 'neo', create: { process: 'trip', definition: 'tour', name: 'Trip', access: 'PRIVATE' } },
  { as: 'neo', invite: 'trinity', to: tour, roles: { guest: 'player' } },
  { as: 'neo', invite: 'trinity', to: guild, roles: { member: true } },
  { as: 'trinity', accept: tour },
  { as: 'trinity', reject: guild },
  { as: 'trinity', process: 'neo/trip', trigger: 'study' },
  { as: 'trinity', join: guild, roles: { member: true } },
  { as: 'smith', join: guild, roles: { member: true } },
  { as: 'neo', approve: 'smith', in: guild },
  { as: 'neo', decline: 'trinity', in: guild },
  { as: 'neo', roles: { officer: true }, in: guild },
  { as: 'trinity', leave: tour },
  { advance: '1d' },
  { now: '2030-02-01' },
  { snapshot: 'here' },
  { as: 'smith', action: 'like' },
  { restore: 'here' },
  { as: 'neo', action: 'like' },
]

describe('steps of each kind', () => {
  test('do the same in one call as one by one', async () => {
    const [together, alone] = [await served(), await served()]
    const steps = stepsOf(...life)
    const passed = steps.map((_, place) => ({ place, outcome: 'passed', differences: [] }))
    expect(await runSteps(together.client, steps)).toEqual(passed)
    expect(await runSteps(alone.client, steps, { bail: true })).toEqual(passed)
    // The boards of ended periods go to files in the background.
    await expect.poll(() => together.hash() === alone.hash(), { timeout: 10_000 }).toBe(true)
  })

  test('leave the game as they say', async () => {
    const { client } = await served()
    const held: readonly StepInput[] = [
      { expect: { player: 'neo', scores: { xp: '65', rank: 'Bronze', badges: { Rookie: '1' }, coins: '8.0' } } },
      { expect: { leaderboard: 'top', cycle: 'alltime', order: ['neo', 'trinity'] } },
      { expect: { leaderboard: 'guilds', order: ['owls'] } },
      { expect: { process: 'neo/trip', state: 'ACTIVE', nodes: { study: 'COMPLETED', rest: 'READY' } } },
      { expect: { team: 'owls', members: { neo: ['officer', 'leader'], smith: ['member'] } } },
      {
        request: 'GET /v2/admin/processes/neo/trip',
        expect: { status: 200, body: { name: 'Trip', performers: [{ id: 'neo' }] } },
      },
      { request: 'GET /_gamify/clock', expect: { body: { now: '2030-02-01T00:00:00.000Z' } } },
      { request: 'GET /v2/runtime/player?fields=all', as: 'smith', expect: { body: { id: 'smith' } } },
    ]
    const found = await differencesOf(client, ...life, ...held)
    expect(found.slice(life.length)).toEqual(held.map(() => []))
  })
})

const lickRefused = "action_not_found: The action 'lick' does not exist"

describe('what is not as expected is told as wanted and got:', () => {
  const cases: readonly (readonly [StepInput, readonly Difference[]])[] = [
    [
      { as: 'neo', action: 'like', expect: { events: ['level', 'action'] } },
      [{ path: 'events', wanted: ['level', 'action'], got: ['action', 'level', 'achievement'] }],
    ],
    [
      { as: 'neo', action: 'like', expect: { error: 'access_denied' } },
      [{ path: 'error', wanted: 'access_denied', got: undefined }],
    ],
    [
      { as: 'neo', action: 'lick', expect: { events: [], body: {} } },
      [{ path: 'error', wanted: undefined, got: lickRefused }],
    ],
    [
      { as: 'neo', action: 'lick', expect: { error: 'rule_not_found' } },
      [{ path: 'error', wanted: 'rule_not_found', got: lickRefused }],
    ],
    [
      { as: 'smith', accept: { team: 'owls' } },
      [{ path: 'error', wanted: undefined, got: "invalid_invite: There is no pending invitation 'owls'" }],
    ],
    [{ request: 'GET /v2/nowhere', expect: { status: 200 } }, [{ path: 'status', wanted: 200, got: 404 }]],
    [
      { request: 'GET /v2/admin/players?limit=1', expect: { body: { total: 4, data: [{ id: 'trinity' }, {}] } } },
      [
        { path: 'body.total', wanted: 4, got: 3 },
        { path: 'body.data.0.id', wanted: 'trinity', got: 'neo' },
        { path: 'body.data.1', wanted: {}, got: undefined },
      ],
    ],
    [
      { expect: { player: 'neo', scores: { coins: '4', badges: { Rookie: '1' } } } },
      [
        { path: 'scores.coins', wanted: '4', got: '3' },
        { path: 'scores.badges', wanted: { Rookie: '1' }, got: undefined },
      ],
    ],
    [
      { expect: { player: 'nea', scores: {} } },
      [
        {
          path: 'player',
          wanted: 'nea',
          got: "player_not_found: The player 'nea' does not exist",
          advice: "did you mean 'neo'?",
        },
      ],
    ],
    [{ expect: { leaderboard: 'top', order: ['neo'] } }, [{ path: 'order', wanted: ['neo'], got: [] }]],
    [
      { expect: { process: 'neo/trip', state: 'ACTIVE' } },
      [
        {
          path: 'process',
          wanted: 'neo/trip',
          got: "process_instance_not_found: The process 'neo/trip' does not exist",
        },
      ],
    ],
    [
      { expect: { team: 'owls', members: {} } },
      [{ path: 'team', wanted: 'owls', got: "team_instance_not_found: The team 'owls' does not exist" }],
    ],
  ]
  test.each(cases)('%j', async (step, differences) => {
    const { client } = await served()
    expect(await differencesOf(client, step)).toEqual([differences])
  })

  test('a node that was not reached, a role that a member has not, a player who is none', async () => {
    const { client } = await served()
    const found = await differencesOf(
      client,
      { as: 'neo', create: { ...guild, definition: 'guild' } },
      { as: 'neo', create: { process: 'trip', definition: 'tour' } },
      { expect: { process: 'neo/trip', state: 'COMPLETED', nodes: { study: 'READY', rest: 'READY' } } },
      { expect: { team: 'owls', members: { neo: ['member'], smith: [] } } },
    )
    expect(found.slice(2)).toEqual([
      [
        { path: 'state', wanted: 'COMPLETED', got: 'ACTIVE' },
        { path: 'nodes.rest', wanted: 'READY', got: undefined },
      ],
      [
        { path: 'members.neo', wanted: ['member'], got: ['leader'] },
        { path: 'members.smith', wanted: [], got: undefined },
      ],
    ])
  })
})

/** A process with nodes of one id in two containers. */
const cave = {
  id: 'cave',
  name: 'Cave',
  ...container([task('dig'), sub('deep', container([task('rest'), task('dig')], [], 'rest dig'))]),
}

test('nodes of one id in different containers are told apart by their paths', async () => {
  const { client } = await served({ ...contractDesign, processes: [cave] })
  const states = (nodes: Readonly<Record<string, string>>) => ({ expect: { process: 'neo/den', nodes } })
  const found = await differencesOf(
    client,
    { as: 'neo', create: { process: 'den', definition: 'cave' } },
    { as: 'neo', process: 'neo/den', trigger: 'deep/rest' },
    states({ dig: 'READY', 'deep/rest': 'COMPLETED', 'deep/dig': 'READY' }),
    { as: 'neo', process: 'neo/den', trigger: 'deep/dig' },
    states({ dig: 'READY', 'deep/dig': 'COMPLETED', rest: 'READY' }),
  )
  expect(found).toEqual([[], [], [], [], [{ path: 'nodes.rest', wanted: 'READY', got: undefined }]])
})

test('a process that must not be in a state can be in another one, or not be there', async () => {
  const { client } = await served()
  const found = await differencesOf(
    client,
    { as: 'neo', create: { process: 'trip', definition: 'tour', access: 'PUBLIC' } },
    { expect: { process: 'neo/trip', not: 'COMPLETED' } },
    { expect: { process: 'neo/none', not: 'COMPLETED' } },
    { expect: { process: 'neo/trip', not: 'ACTIVE' } },
    { expect: { process: 'neo/trip', state: 'COMPLETED', not: 'COMPLETED' } },
  )
  expect(found).toEqual([
    [],
    [],
    [],
    [{ path: 'not', wanted: 'another state', got: 'ACTIVE' }],
    [{ path: 'state', wanted: 'COMPLETED', got: 'ACTIVE' }],
  ])
})

test('nodes are told while anybody in the process is not disabled', async () => {
  const { client } = await served()
  const nodes: StepInput = { expect: { process: 'neo/trip', nodes: { study: 'READY' } } }
  const disable = (player: string): StepInput => ({ request: `PUT /v2/admin/players/${player}/disable` })
  const found = await differencesOf(
    client,
    { as: 'neo', create: { process: 'trip', definition: 'tour', access: 'PUBLIC' } },
    { as: 'trinity', join: tour, roles: { guest: 'player' } },
    disable('neo'),
    nodes,
    disable('trinity'),
    nodes,
  )
  const got = "access_denied: The player 'trinity' is disabled"
  expect(found).toEqual([[], [], [], [], [], [{ path: 'process', wanted: 'neo/trip', got }]])
})

test('an answer that is no JSON is no refusal, and is looked at as text', async () => {
  const { client } = await served()
  const found = await differencesOf(
    client,
    { request: 'GET /_gamify/docs' },
    { request: 'GET /_gamify/journal?until=2', expect: { status: 200 } },
    { request: 'GET /_gamify/journal?until=2', expect: { body: 'nothing' } },
  )
  expect(found).toEqual([
    [],
    [],
    [{ path: 'body', wanted: 'nothing', got: expect.stringMatching(/^\{.*\}\n\{.*\}\n$/) }],
  ])
})

test('an answer that is no JSON is none to a step that is no request', async () => {
  const { client } = await served()
  const page = new ServiceError({ status: 200, text: '<p>Welcome</p>' })
  const elsewhere: Client = { ...client, request: () => Promise.reject(page) }
  const got = `invalid_answer: ${page.description}`
  const refused = [{ path: 'error', wanted: undefined, got }]
  expect(await differencesOf(elsewhere, { as: 'neo', action: 'like' })).toEqual([refused])
  expect(await differencesOf(elsewhere, { as: 'neo', accept: tour })).toEqual([refused])
})

describe('a step that gets no answer', () => {
  const gone = new UnreachableError('http://x', new Error('other side closed'))
  const first: StepInput = { request: 'GET /first', expect: {} }
  const then: StepInput = { request: 'GET /then', expect: {} }
  /** A service that answers nothing to the first request, and all else unless it is gone. */
  const deaf = (answerToFirst: (signal: AbortSignal | undefined) => Promise<never>, isThere = true) =>
    ({
      request: (_method: string, path: string, parts?: RequestParts) => {
        if (path === '/first') return answerToFirst(parts?.signal)
        return isThere ? Promise.resolve({ body: {}, text: '{}' }) : Promise.reject(gone)
      },
    }) as Client
  const endless = (signal: AbortSignal | undefined): Promise<never> =>
    new Promise((_, reject) => {
      if (signal?.aborted) reject(signal.reason)
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  const dropped = (): Promise<never> => Promise.reject(gone)

  test.each([
    ['in time', endless, { got: 'no complete answer within 0.1 s' }],
    ['at all', dropped, { got: 'other side closed', advice: expect.stringContaining("'gamify fault list'") }],
  ])('%s fails, and those behind it are run, as long as the service is there', async (_what, answer, told) => {
    const run = (isThere: boolean) => runSteps(deaf(answer, isThere), stepsOf(first, then), { patienceMs: 100 })
    expect((await run(true)).map(({ differences }) => differences)).toEqual([
      [{ path: 'answer', wanted: 'a whole answer', ...told }],
      [],
    ])
    await expect(run(false)).rejects.toBe(gone)
  })

  test('in time is waited for no longer than it is wanted', async () => {
    const ending = new AbortController()
    const why = new Error('enough')
    const ended = runSteps(deaf(endless), stepsOf(first, then), { signal: ending.signal })
    ending.abort(why)
    await expect(ended).rejects.toBe(why)
  })
})

test('what is wrong in the input is told the same of a step alone as of steps in one call', async () => {
  const { client } = await served()
  const wrong: StepInput = { rule: 'welcome', players: ['neo'], variables: { gift: 'none' } }
  const [together] = await differencesOf(client, wrong, wrong)
  const [alone] = await differencesOf(client, wrong)
  expect(alone).toEqual(together)
  expect(alone?.[0]?.got).toMatch(/^validation_exception: .*: .*gift: /)
})

describe('of steps in a row', () => {
  const wrong: StepInput = { as: 'neo', action: 'lick' }
  const right: StepInput = { as: 'neo', action: 'like' }

  test('those that nothing is expected of go in one call, a failed one does not stop the others', async () => {
    const { client } = await served()
    const calls: string[] = []
    const counting: Client = {
      ...client,
      request: (method, path, parts) => {
        calls.push(`${method} ${path}`)
        return client.request(method, path, parts)
      },
    }
    const results = await runSteps(counting, stepsOf(right, wrong, right, { ...right, expect: {} }, right))
    expect(results.map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'passed', 'passed', 'passed'])
    expect(calls).toEqual([
      'POST /_gamify/commands',
      // What may have been meant by the wrong one.
      'GET /v2/runtime/actions',
      'GET /v2/design/versions/latest/actions',
      'POST /v2/runtime/actions/:action_id/play',
      'POST /v2/runtime/actions/:action_id/play',
    ])
    expect(results[1]?.differences).toEqual([{ path: 'error', wanted: undefined, got: lickRefused }])
  })

  test('with bail nothing is done after the first that fails', async () => {
    const { client, hash } = await served()
    const [first, ...others] = await runSteps(client, stepsOf(wrong), { bail: true })
    expect([first?.outcome, others]).toEqual(['failed', []])
    const before = hash()
    const results = await runSteps(client, stepsOf(wrong, right, right), { bail: true })
    expect(results.map(({ outcome }) => outcome)).toEqual(['failed', 'skipped', 'skipped'])
    expect(hash()).toBe(before)
  })

  test('none begins once the signal is aborted', async () => {
    const { client } = await served()
    const ending = new AbortController()
    const seen: number[] = []
    const steps = stepsOf({ ...right, expect: {} }, { ...right, expect: {} })
    const why = new Error('ended')
    const onResults = (results: readonly StepResult[]): void => {
      seen.push(...results.map(({ place }) => place))
      ending.abort(why)
    }
    await expect(runSteps(client, steps, { signal: ending.signal, onResults })).rejects.toBe(why)
    expect(seen).toEqual([0])
  })
})

describe('what was meant is told where nothing is of a name, of', () => {
  const unknown: Readonly<Record<string, readonly [wrong: StepInput, meant: string]>> = {
    'who acts': [{ as: 'trinty', action: 'like' }, "did you mean 'trinity'?"],
    'an action': [{ as: 'neo', action: 'answr' }, "did you mean 'answer'?"],
    'a rule': [{ rule: 'welcom', players: ['neo'] }, "did you mean 'welcome'?"],
    'a process': [{ as: 'neo', process: 'neo/tip', trigger: 'study' }, "did you mean 'neo/trip'?"],
    'a trigger': [{ as: 'trinity', process: 'neo/trip', trigger: 'stdy' }, "did you mean 'study'?"],
    'a definition of a team': [{ as: 'neo', create: { team: 'x', definition: 'gild' } }, "did you mean 'guild'?"],
    'a definition of a process': [{ as: 'neo', create: { process: 'x', definition: 'tuor' } }, "did you mean 'tour'?"],
    'a team': [{ as: 'smith', join: { team: 'owl' } }, "did you mean 'owls'?"],
    'a team that is looked at': [{ expect: { team: 'owl', members: {} } }, "did you mean 'owls'?"],
    'a board': [{ expect: { leaderboard: 'topp', order: [] } }, "did you mean 'top'?"],
    'a metric': [
      { expect: { player: 'neo', scores: { coin: '3' } } },
      "there is no metric 'coin' (did you mean 'coins'?)",
    ],
    'a point': [{ restore: 'ther' }, "did you mean 'there'?"],
    'a rule that works by itself': [
      { rule: 'ladder', players: ['neo'] },
      "rule 'ladder' has the type level: gamify evaluates it when scores change; you can only evaluate custom rules",
    ],
  }
  test('an action, in steps that go in one call', async () => {
    const { client } = await served()
    const wrong: StepInput = { as: 'neo', action: 'lik' }
    const found = await differencesOf(client, ...Array<StepInput>(30).fill(wrong))
    const told = found.map(([difference]) => difference?.advice)
    // Of very many it is not looked up.
    expect(told).toEqual([...Array<string>(20).fill("did you mean 'like'?"), ...Array<undefined>(10)])
  })

  test.each(Object.entries(unknown))('%s', async (_what, [wrong, meant]) => {
    const { client } = await served()
    const found = await differencesOf(
      client,
      { as: 'neo', create: { ...guild, definition: 'guild' } },
      { as: 'neo', create: { process: 'trip', definition: 'tour', access: 'PUBLIC' } },
      { as: 'trinity', join: tour, roles: { guest: 'player' } },
      { snapshot: 'there' },
      'expect' in wrong ? wrong : { ...wrong, expect: {} },
    )
    expect(found.at(-1)).toEqual([expect.objectContaining({ advice: meant })])
  })
})
