import assert from 'node:assert/strict'
import type { Emulator } from '../../src/emulator/emulator.ts'
import type { Runtime } from '../../src/emulator/runtime.ts'
import { componentOperations } from '../../src/game/design/components.ts'
import { fixIssue } from '../../src/game/design/deployment.ts'
import { completeUpgrade, deployVersion } from '../../src/game/design/operations.ts'
import type { DesignSource } from '../../src/game/design/source.ts'
import { setPlayerImage } from '../../src/game/images/operations.ts'
import { isFault, type Fault } from '../../src/game/kernel/fault.ts'
import { createPlayer } from '../../src/game/players/administration.ts'
import { updateScores } from '../../src/game/players/score-update.ts'
import { contractDesign } from '../contract/game-design.ts'
import { callRow, type RowCall } from '../support/call-row.ts'
import { redAndBlue } from '../support/images.ts'

/** A game in which everything happens that can, in two sessions; what they do is deterministic, but for the machine's clock. */

const DAY_MS = 86_400_000

const operator = { client: 'recorder' }

const xp = (value: string, more = {}) => ({ metric: { id: 'xp', type: 'point' }, verb: 'add', value, ...more })

/** What the game plays: the design of the contract, with a reward that waits for another task. */
export const recordedDesign: DesignSource = {
  ...contractDesign,
  processes: [
    ...contractDesign.processes,
    {
      id: 'hike',
      name: 'Hike',
      activities: [
        { id: 'climb', name: 'Climb', type: 'task', rewards: [xp('7', { resolution: 'rest' })] },
        { id: 'rest', name: 'Rest', type: 'task' },
      ],
      sequence_flows: [{ src: 'climb', tgt: 'rest' }],
    },
  ],
}

/** The same game later: nobody gets anything at the start. */
export const laterDesign: DesignSource = { ...recordedDesign, bootstrap: { scores: [] } }

function done<T>(what: string, result: Fault | T): T {
  assert(!isFault(result), `${what} was refused: ${JSON.stringify(result)}`)
  return result
}

/** Makes calls; each must succeed. */
const callsOf =
  (runtime: Runtime) =>
  // oxlint-disable-next-line typescript/no-explicit-any -- an answer is read as the documents say it is
  async (route: string, call: Omit<RowCall, 'route'> = {}): Promise<any> => {
    const answer = await callRow(runtime, { route, ...call })
    assert('json' in answer, `${route} was refused: ${JSON.stringify(answer)}`)
    return JSON.parse(answer.json)
  }

type Calls = ReturnType<typeof callsOf>

/** The first session. */
export async function liveFirst(emulator: Emulator): Promise<void> {
  const call = callsOf(emulator.runtime('staging'))
  await players(call)
  await picture(emulator)
  await processes(call)
  await teams(call)
  await boards(call)
  await newcomers(emulator.runtime('staging'), call)
  await production(emulator)
  done('a save', await emulator.runtime('staging').snapshots.save('first-session'))
}

/** The second one: periods of boards end, the game is rewound, and goes on. */
export async function liveSecond(emulator: Emulator): Promise<void> {
  const runtime = emulator.runtime('staging')
  const call = callsOf(runtime)
  for (let day = 0; day < 3; day += 1) {
    await like(call, 'neo', day + 1)
    await like(call, 'trinity')
    done('a change of the clock', await runtime.clock.change({ advanceMs: DAY_MS }))
  }
  const { seq } = runtime.state
  for (const id of ['neo', 'trinity', 'morpheus']) await like(call, id, 2)
  done('a rewind', await runtime.rewind({ seq }))
  await like(call, 'neo')
  await call('POST /v2/runtime/teams', { as: 'neo', body: { definition: 'guild', id: 'after', name: 'After' } })
  done('a change of the clock', await runtime.clock.change({ frozen: true }))
}

const like = (call: Calls, as: string, count = 1) =>
  call('POST /v2/runtime/actions/:action_id/play', { params: { action_id: 'like' }, as, body: { count } })

async function players(call: Calls): Promise<void> {
  for (const id of ['neo', 'trinity', 'morpheus', 'oracle', 'smith', 'cypher'])
    await call('POST /v2/admin/players', { body: { id, alias: `${id} the First` } })
  for (const id of ['neo', 'trinity', 'neo', 'morpheus', 'neo', 'oracle']) await like(call, id, 3)
  await call('PATCH /v2/runtime/player', { as: 'neo', body: { alias: 'Neo ☃', email: 'neo@example.com' } })
  const of = (player_id: string) => ({ params: { player_id } })
  await call('PUT /v2/admin/players/:player_id/disable', of('smith'))
  await call('PUT /v2/admin/players/:player_id/enable', of('smith'))
  const rewards = [
    xp('12345678901234567890.5'),
    { metric: { id: 'badges', type: 'set' }, verb: 'add', value: { Secret: '2' } },
  ]
  await call('PATCH /v2/admin/players/:player_id/scores', { ...of('trinity'), body: { rewards } })
  const data = [{ player_ids: ['neo', 'morpheus'], variables: { gift: 5 } }]
  await call('POST /v2/admin/rules/:rule_id', { params: { rule_id: 'welcome' }, body: { data } })
  const answer = { params: { action_id: 'answer' }, as: 'neo', body: { variables: { votes: 3 } } }
  await call('POST /v2/runtime/actions/:action_id/play', answer)
  const undone = await like(call, 'neo', 10)
  await call('POST /v2/admin/players/:player_id/revert', {
    ...of('neo'),
    body: { event_ids: [undone.events.local[0].id] },
  })
  await call('POST /v2/admin/players/:player_id/reset', of('cypher'))
  await call('DELETE /v2/admin/players/:player_id', of('cypher'))
  const news = await call('GET /v2/runtime/notifications', { as: 'neo' })
  await call('POST /v2/runtime/notifications', { as: 'neo', body: { ids: [news.data[0].id] } })
}

async function picture(emulator: Emulator): Promise<void> {
  const bytes = await redAndBlue(8, 8).png().toBuffer()
  done('an image of the design', await emulator.images.add('design', bytes))
  const { id } = done('an image of a player', await emulator.images.add('players', bytes))
  done(
    'a picture',
    await emulator.runtime('staging').execute(setPlayerImage, { image: id }, { ...operator, player: 'neo' }),
  )
}

/** Something of neo's that others come into, in either kind of it. */
interface Shared {
  /** `teams/:team_id` */
  readonly path: string
  /** `members/:member_id` */
  readonly person: string
  readonly params: Readonly<Record<string, string>>
  readonly usual: object
  readonly other: object
}

/** What members do, and have done to them, in what is open to all. */
async function shareOpenly(call: Calls, { path, person, params, usual, other }: Shared): Promise<void> {
  const of = (id: string) => ({ ...params, [person.split(':')[1] ?? '']: id })
  for (const as of ['trinity', 'morpheus', 'oracle'])
    await call(`POST /v2/runtime/${path}/join`, { params, as, body: usual })
  await call(`POST /v2/admin/${path}/roles`, { params, body: { player_id: 'morpheus', requested_roles: other } })
  await call(`POST /v2/runtime/${path}/${person}/roles`, { params: of('trinity'), as: 'neo', body: other })
  await call(`POST /v2/runtime/${path}/${person}/kick`, { params: of('trinity'), as: 'neo' })
  await call(`POST /v2/admin/${path}/leave`, { params, body: { player_id: 'oracle' } })
  await call(`PATCH /v2/runtime/${path}`, { params, as: 'neo', body: { name: 'The open one ☃' } })
}

/** What is asked for, granted, refused and taken back, where nobody comes in by himself. */
async function shareOnRequest(call: Calls, { path, params, usual, other }: Shared): Promise<void> {
  const ask = async (as: string, what: 'join' | 'roles', body: object): Promise<string> =>
    (await call(`POST /v2/runtime/${path}/${what}`, { params, as, body })).id
  const answer = (method: string, request_id: string) =>
    call(`${method} /v2/runtime/${path}/approvals/:request_id`, { params: { ...params, request_id }, as: 'neo' })
  const invite = async (id: string): Promise<string> =>
    (await call(`POST /v2/runtime/${path}/invites`, { params, as: 'neo', body: { id, roles: usual } })).id
  await answer('POST', await ask('trinity', 'join', usual))
  await answer('DELETE', await ask('oracle', 'join', usual))
  await answer('DELETE', await ask('trinity', 'roles', other))
  await answer('POST', await ask('trinity', 'roles', other))
  await call('POST /v2/runtime/invites/:invite_id', { params: { invite_id: await invite('morpheus') }, as: 'morpheus' })
  await call('DELETE /v2/runtime/invites/:invite_id', { params: { invite_id: await invite('smith') }, as: 'smith' })
  const invite_id = await invite('oracle')
  await call(`DELETE /v2/runtime/${path}/invites/:invite_id`, { params: { ...params, invite_id }, as: 'neo' })
  await ask('oracle', 'join', usual)
}

async function processes(call: Calls): Promise<void> {
  const make = (definition: string, id: string, access: string) =>
    call('POST /v2/runtime/processes', { as: 'neo', body: { definition, id, access } })
  const [path, person] = ['processes/:process_id', 'performers/:performer_id']
  const play = (process_id: string, trigger: string) =>
    call(`POST /v2/runtime/${path}/play`, { params: { process_id }, as: 'neo', body: { trigger } })
  const roles = { usual: { guest: 'player' }, other: { guide: 'observer' } }
  for (const id of ['open', 'gone']) await make('tour', id, 'PUBLIC')
  await make('tour', 'asked', 'PROTECTED')
  await shareOpenly(call, { path, person, params: { process_id: 'neo/open' }, ...roles })
  await shareOnRequest(call, { path, person, params: { process_id: 'neo/asked' }, ...roles })
  await play('neo/open', 'wave')
  await call(`POST /v2/admin/${path}/transfer`, { params: { process_id: 'neo/open' }, body: { id: 'morpheus' } })
  await call(`DELETE /v2/runtime/${path}`, { params: { process_id: 'neo/gone' }, as: 'neo' })
  await make('hike', 'hike', 'PUBLIC')
  for (const trigger of ['climb', 'rest']) await play('neo/hike', trigger)
}

async function teams(call: Calls): Promise<void> {
  const [path, person] = ['teams/:team_id', 'members/:member_id']
  for (const [id, access] of [
    ['open', 'PUBLIC'],
    ['asked', 'PROTECTED'],
    ['gone', 'PUBLIC'],
  ] as const)
    await call('POST /v2/runtime/teams', { as: 'neo', body: { definition: 'guild', id, name: id, access } })
  const roles = { usual: { member: true }, other: { officer: true } }
  await shareOpenly(call, { path, person, params: { team_id: 'open' }, ...roles })
  await shareOnRequest(call, {
    path,
    person,
    params: { team_id: 'asked' },
    usual: roles.usual,
    other: { leader: true },
  })
  for (const method of ['PUT', 'DELETE'])
    await call(`${method} /v2/runtime/${path}/lock`, { params: { team_id: 'asked' }, as: 'neo' })
  await call(`POST /v2/admin/${path}/transfer`, { params: { team_id: 'open' }, body: { id: 'morpheus' } })
  await call(`DELETE /v2/runtime/${path}`, { params: { team_id: 'gone' }, as: 'neo' })
}

async function boards(call: Calls): Promise<void> {
  const params = { leaderboard_definition_id: 'best' }
  for (const [what, entities] of [
    ['register', ['neo', 'trinity']],
    ['deregister', ['trinity']],
  ] as const)
    await call(`POST /v2/admin/leaderboards/:leaderboard_definition_id/${what}`, {
      params,
      body: { scopes: ['week'], entity_ids: entities },
    })
}

async function newcomers({ people, state }: Runtime, call: Calls): Promise<void> {
  const emails = ['one@example.com', 'two@example.com']
  await call('POST /v2/admin/invites', { body: { emails, message: 'Come and play' } })
  await call('DELETE /v2/admin/invites', { query: { email: 'two@example.com' } })
  for (const [alias, method] of [
    ['Tank', 'POST'],
    ['Dozer', 'DELETE'],
  ] as const) {
    done('a request to join', await people.join({ alias, email: `${alias.toLowerCase()}@example.com` }))
    const request_id = [...state.joining.requests.keys()].at(-1) ?? ''
    await call(`${method} /v2/admin/requests/:request_id`, { params: { request_id } })
  }
  done('a request to join', await people.join({ alias: 'Mouse' }))
}

/** Production has a score that the next design has no place for: it is dropped, and one more waits. */
async function production(emulator: Emulator): Promise<void> {
  const { designs } = emulator
  const metrics = componentOperations('metrics')
  const zoe = emulator.runtime('production')
  const gem = (id: string) => ({ version: 'latest', component: { id, name: id, type: 'point' } })
  const deploy = async () =>
    done('a deployment', await designs.execute(deployVersion, { version: 'latest' }, operator, 'production'))
  for (const id of ['gem', 'pearl'])
    done('a metric', await designs.execute(metrics.create, gem(id), operator, 'production'))
  await deploy()
  done('a player', await zoe.execute(createPlayer, { id: 'zoe' }, operator))
  const rewards = ['gem', 'pearl'].map((id) => ({
    metric: { id, type: 'point' as const },
    verb: 'add' as const,
    value: '1',
  }))
  done('scores', await zoe.execute(updateScores, { id: 'zoe', rewards }, operator))
  for (const id of ['gem', 'pearl']) {
    done('a removal', await designs.execute(metrics.remove, { version: 'latest', id }, operator, 'production'))
    await deploy()
    if (id === 'pearl') return
    done('a fix', await zoe.execute(fixIssue, { issue: `metric_removed-${id}`, fix: 'drop' }, operator))
    done('an upgrade', await designs.execute(completeUpgrade, {}, operator, 'production'))
  }
}
