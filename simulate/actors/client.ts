import { isFault } from '../../src/game/kernel/fault.ts'
import { mustBe, Violation } from '../invariant.ts'
import type { Known } from '../known.ts'
import { Lot } from '../lot.ts'
import { clientOf, wireOutcome, type Outcome } from '../outcome.ts'
import type { Random } from '../random.ts'
import { readingClient, type SendOptions, type World } from '../world.ts'

/** What a client does over the wire that no row of the route table is: what it is called, and what comes of it. */
export interface Deed {
  readonly name: string
  /** How often it is done beside others, which have 1. */
  readonly weight?: number
  readonly does: (stage: Stage) => Promise<Outcome>
}

/** Where a client acts. */
export interface Stage {
  readonly world: World
  readonly known: Known
  readonly random: Random
}

/** Sends a request to the runtime of the stage. */
async function send(
  { world, known }: Stage,
  method: string,
  path: string,
  options: SendOptions = {},
): Promise<Outcome> {
  const { status, text } = await world.send(method, path, { client: clientOf(known.runtime.name), ...options })
  return wireOutcome(world, status, text)
}

/** A call that must be refused by this code, whatever the game is like. */
const refused = (name: string, code: string, call: (stage: Stage) => Promise<Outcome>): Deed => ({
  name,
  does: async (stage) => {
    const outcome = await call(stage)
    mustBe(`${name} is refused`, code, outcome.fault)
    return outcome
  },
})

/** A control route that must answer. */
const answered = (
  name: string,
  path: string | ((stage: Stage) => string),
  options: SendOptions | ((stage: Stage) => SendOptions) = {},
): Deed => ({
  name,
  does: async (stage) => {
    const [method = 'GET'] = name.split(' ')
    const to = typeof path === 'string' ? path : path(stage)
    const outcome = await send(stage, method, to, typeof options === 'function' ? options(stage) : options)
    if (outcome.fault !== undefined) throw new Violation(`${name} answers`, 'an answer', outcome.fault)
    return outcome
  },
})

const PROFILE = '/v2/runtime/player?player_id=p0'

const wrongCalls: readonly Deed[] = [
  refused('a call without a token', 'invalid_access_token', (stage) => send(stage, 'GET', PROFILE, { token: '' })),
  refused('a call with a token of nobody', 'invalid_access_token', (stage) =>
    send(stage, 'GET', PROFILE, { token: 'no.token' }),
  ),
  refused('a call that the client may not make', 'access_denied', (stage) =>
    send(stage, 'POST', '/v2/admin/players', { client: readingClient.client_id, body: { id: 'sneaky' } }),
  ),
  refused('a control call without the scope', 'access_denied', (stage) =>
    send(stage, 'GET', '/_gamify/clock', { client: readingClient.client_id }),
  ),
  refused('a path that there is not', 'route_not_found', (stage) => send(stage, 'GET', '/v2/runtime/nothing')),
  refused('a method that a path has not', 'method_not_allowed', (stage) => send(stage, 'DELETE', '/v2/runtime/player')),
  refused('a body that is no JSON', 'invalid_json', (stage) =>
    send(stage, 'POST', '/v2/admin/players', { raw: '{"id":' }),
  ),
  refused('a call without a player', 'invalid_player', (stage) => send(stage, 'GET', '/v2/runtime/player')),
  refused('a token for a wrong secret', 'client_auth_fail', (stage) =>
    send(stage, 'POST', '/auth/token', {
      token: '',
      body: { client_id: 'reader', client_secret: 'x', grant_type: 'client_credentials' },
    }),
  ),
]

const controlReads: readonly Deed[] = [
  answered('GET /_gamify/health', '/_gamify/health', { token: '' }),
  answered('GET /_gamify/clock', '/_gamify/clock'),
  answered('GET /_gamify/leaderboards', '/_gamify/leaderboards'),
  answered(
    'GET /_gamify/leaderboards/:id/trend',
    ({ known, random }) => `/_gamify/leaderboards/top/trend?cycle=daily&entity_ids=${known.player(random)}`,
  ),
  answered('GET /_gamify/snapshots', '/_gamify/snapshots'),
  answered(
    'GET /_gamify/journal',
    ({ known }) => `/_gamify/journal?since=${Math.max(1, known.runtime.state.seq - 20)}`,
  ),
  answered('GET /_gamify/coverage', '/_gamify/coverage'),
  answered('DELETE /_gamify/coverage', '/_gamify/coverage'),
  answered('GET /_gamify/requests', '/_gamify/requests'),
  answered('GET /_gamify/design', '/_gamify/design'),
  answered('GET /_gamify/faults', '/_gamify/faults'),
  answered('GET /_gamify/openapi.json', '/_gamify/openapi.json?version=v1', { token: '' }),
  answered('GET /_gamify/docs', '/_gamify/docs', { token: '' }),
]

const controlDeeds: readonly Deed[] = [
  answered('PATCH /_gamify/clock', '/_gamify/clock', { body: { advance: '1s' } }),
  answered('POST /_gamify/commands', '/_gamify/commands', ({ known, random }) => ({
    type: 'application/x-ndjson',
    raw: [
      { action: 'like', as: known.player(random) },
      { rule: 'welcome', players: [known.player(random)], variables: { gift: 2 } },
      { request: 'GET /v2/admin/players?limit=2' },
    ]
      .map((step) => `${JSON.stringify(step)}\n`)
      .join(''),
  })),
]

/** Seldom: it goes through the history since the last snapshot. */
const findingWhy: Deed = {
  name: 'GET /_gamify/why/:event_id',
  weight: 0.1,
  does: async (stage) => send(stage, 'GET', `/_gamify/why/${stage.known.events.any(stage.random)?.id ?? 'nothing'}`),
}

const findingWhyNot: Deed = {
  name: 'POST /_gamify/why-not',
  does: ({ known, random, ...stage }) =>
    send({ known, random, ...stage }, 'POST', '/_gamify/why-not', {
      body: { player_id: known.player(random), action: known.action(random), variables: { votes: 1, about: 'x' } },
    }),
}

/** A newcomer of the sign-in page, who asks to join, or is invited. */
const newcomer: Deed = {
  name: 'a newcomer on the sign-in page',
  weight: 4,
  does: async ({ known, random }) => {
    const alias = `New ${random.below(40)}`
    const joined = await known.runtime.people.join(
      random.oneIn(2) ? { alias } : { alias, email: `g${random.below(60)}@example.org` },
    )
    return isFault(joined) ? { fault: joined.fault } : { answer: joined }
  },
}

/** Ends its login; the token is good for nothing from then on. */
const loggingOut: Deed = {
  name: 'a client that logs out',
  does: async (stage) => {
    const client = clientOf(stage.known.runtime.name)
    await stage.world.token(client)
    const outcome = await send(stage, 'POST', '/v2/logout')
    const token = stage.world.dropToken(client)
    const after = await send(stage, 'GET', PROFILE, { token })
    mustBe('a token that was ended opens nothing', 'invalid_access_token', after.fault)
    return outcome
  },
}

/** Has some calls fail on demand: those do nothing. */
const faultsOnDemand: Deed = {
  name: 'POST /_gamify/faults',
  does: async (stage) => {
    const { world, known, random } = stage
    const drop = random.oneIn(3)
    const rule = {
      route: 'POST /v2/runtime/**',
      rate: 0.5,
      times: 4,
      ...(drop ? { drop } : { error: random.pick(['temporary_failure', 'rate_limit_exceeded']) }),
    }
    const made = await send(stage, 'POST', '/_gamify/faults', { body: rule })
    for (let call = 0; call < 8; call += 1) {
      const before = known.runtime.state.seq
      const path = `/v2/runtime/actions/like/play?player_id=${known.player(random)}`
      const outcome = await send(stage, 'POST', path, { body: {} }).catch(() => ({ fault: 'cut off' }) as const)
      if (outcome.fault !== undefined)
        mustBe('a call that a fault rule hit changes nothing', before, known.runtime.state.seq)
    }
    const { status, text } = await world.send('DELETE', '/_gamify/faults', { client: clientOf(known.runtime.name) })
    mustBe('fault rules are taken out', 200, status)
    mustBe('the rule that is taken out is the one that was made', 1, (JSON.parse(text) as { total: number }).total)
    return made
  },
}

const deeds: readonly Deed[] = [
  ...wrongCalls,
  ...controlReads,
  ...controlDeeds,
  findingWhy,
  findingWhyNot,
  newcomer,
  loggingOut,
  faultsOnDemand,
]

const lot = new Lot(deeds, ({ weight = 1 }) => weight)

/** What some client does next. */
export const chooseDeed = (random: Random): Deed => lot.draw(random)
