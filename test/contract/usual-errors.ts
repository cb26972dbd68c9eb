import { tokenSigner } from '../../src/auth/tokens.ts'
import type { Ask } from '../support/http.ts'
import type { DocumentedRoute } from './documented-routes.ts'
import { errors, invalidAt, notFound, type Documented } from './error-case.ts'
import type { World } from './world.ts'

/** An error that many routes can give, of a request that is right but for one thing. */
export interface UsualError {
  readonly when: string
  readonly ask: Ask | ((world: World) => Ask)
  readonly answer: Documented
}

/** 5.1: unknown or expired, and none at all. */
const ofToken: readonly UsualError[] = [
  { when: 'there is no token', ask: { client: null }, answer: errors.invalidToken },
  { when: 'the token is empty', ask: { client: null, search: 'access_token=' }, answer: errors.invalidToken },
  { when: 'the token is unknown', ask: { client: null, query: { access_token: 'nope' } }, answer: errors.invalidToken },
  {
    when: 'the token is unknown, as a header',
    ask: { client: null, headers: { authorization: 'Bearer nope.nope' } },
    answer: errors.invalidToken,
  },
  {
    when: 'the header is of another scheme',
    ask: { client: null, headers: { authorization: 'Basic Z2FtaWZ5OnNlY3JldA==' } },
    answer: errors.invalidToken,
  },
  {
    when: 'the token has expired',
    ask: ({ emulator }) => ({ client: null, query: { access_token: signed(emulator.secret, -1) } }),
    answer: errors.invalidToken,
  },
  {
    when: 'the token is of another game',
    ask: () => ({ client: null, query: { access_token: signed('of another game', 3600) } }),
    answer: errors.invalidToken,
  },
  {
    when: "the token's client is gone",
    ask: ({ emulator }) => ({ client: null, query: { access_token: signed(emulator.secret, 3600, 'gone') } }),
    answer: errors.invalidToken,
  },
]

function signed(secret: string, ttlS: number, client = 'gamify-staging'): string {
  return tokenSigner(secret, 'access').mint({ client }, ttlS)
}

/** 5.1: per-resource permission, read meaning GET only; document 2: the game or the debug scope. */
const denied = (client: string, when: string): UsualError => ({ when, ask: { client }, answer: errors.routeDenied })

/** 5.1 "Which player a call acts as", 4.14. */
const ofPlayer: readonly UsualError[] = [
  { when: 'no player is named', ask: {}, answer: errors.noPlayer },
  { when: 'the player is empty', ask: { search: 'player_id=' }, answer: errors.noPlayer },
  { when: 'the player is unknown', ask: { as: 'nobody' }, answer: notFound('player', 'nobody') },
  { when: 'the player cannot be one', ask: { as: ':player_id' }, answer: notFound('player', ':player_id') },
  {
    when: 'the player is named as what every object has',
    ask: { as: '__proto__' },
    answer: notFound('player', '__proto__'),
  },
  { when: 'the player is one of the other runtime', ask: { as: 'zoe' }, answer: notFound('player', 'zoe') },
  { when: 'the player is disabled', ask: { as: 'smith' }, answer: errors.accessDenied },
]

const MEBIBYTE = 1024 * 1024
const json = (raw: string | Uint8Array): Ask => ({ as: 'neo', raw, headers: { 'content-type': 'application/json' } })
const oversized = JSON.stringify({ alias: 'n'.repeat(MEBIBYTE) })

/** 5.2: bodies. */
const ofBody: readonly UsualError[] = [
  ...['{', 'count=3', '{"count":NaN}', "{'count':3}", '{"count":3}}', 'undefined', '\uFEFF{}'].map((raw) => ({
    when: `the body is ${raw}`,
    ask: json(raw),
    answer: errors.invalidJson,
  })),
  { when: 'the body is not UTF-8', ask: json(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d)), answer: errors.invalidJson },
  ...['null', '5', '"{}"', 'true', '[1]', '[{}]', '[[]]'].map((raw) => ({
    when: `the body is ${raw}`,
    ask: json(raw),
    answer: invalidAt(''),
  })),
  {
    when: 'the body is nested 10,000 deep',
    ask: json(`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`),
    answer: invalidAt(''),
  },
  { when: 'the body is too large', ask: json(oversized), answer: errors.tooLarge },
]

/** The errors that a route can give as every route of its sort can, in the order in which they are looked for. 5.2. */
export function usualErrors({ method, acts, gated, takesBody }: DocumentedRoute): readonly UsualError[] {
  return [
    ...ofToken,
    denied('nothing', 'the client has no scopes'),
    ...(method === 'GET' ? [] : [denied('reader', 'the client may only read')]),
    ...(gated ? [denied('ungated', 'the client has neither game nor debug')] : []),
    ...(acts ? ofPlayer : []),
    ...(takesBody ? ofBody : []),
  ]
}
