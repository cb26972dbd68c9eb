import type { Ask } from '../support/http.ts'
import { notFound, on, type Documented, type ErrorCase } from './error-case.ts'

/** A call that is wrong, about `in`, by `as` where a player makes it; `other` is the one whom its path names. */
export interface Case {
  readonly when: string
  readonly in: string
  readonly as?: string
  readonly other?: string
  readonly body?: unknown
  readonly answer: Documented
}

export type Kind = 'process' | 'team'

/** Where those of a kind stand in paths. */
export const places = {
  process: {
    all: 'processes/:process_id',
    others: 'performers/:performer_id',
    id: 'process_id',
    other: 'performer_id',
  },
  team: { all: 'teams/:team_id', others: 'members/:member_id', id: 'team_id', other: 'member_id' },
} as const

const cases = (kind: Kind, bases: readonly string[], path: string, list: readonly Case[]): readonly ErrorCase[] => {
  const { id, other: otherId } = places[kind]
  return list.flatMap(({ when, in: it, as, other = 'trinity', body, answer }) => {
    const ask: Ask = { ...(as === undefined ? {} : { as }), ...(body === undefined ? {} : { body }) }
    const params = { [id]: it, [otherId]: other }
    return on(
      bases.map((base) => `POST ${base}/${path}`),
      { when: `${kind}: ${when}`, params, ask, answer },
    )
  })
}

/** What a player does, in both versions. */
export const byPlayer = (kind: Kind, word: string, ...list: readonly Case[]) =>
  cases(kind, ['/v2/runtime', '/v1'], `${places[kind].all}/${word}`, list)
/** What a player does to another. */
export const toAnother = (kind: Kind, word: string, ...list: readonly Case[]) =>
  byPlayer(kind, `${places[kind].others}/${word}`, ...list)
/** What an operator does. */
export const byOperator = (kind: Kind, word: string, ...list: readonly Case[]) =>
  cases(kind, ['/v2/admin'], `${places[kind].all}/${word}`, list)

const unknown = { process: 'process_instance', team: 'team_instance' } as const
const wrong = (status: number, error: string): Documented => ({ status, error })

/** The errors of documents 1 and 5.2 that coming, going and roles have in common. */
export const refused = {
  unknown: (kind: Kind, id = 'nope') => notFound(unknown[kind], id),
  noPerformer: (id: string) => notFound('performer', id),
  noMember: (id: string) => notFound('member', id),
  noPlayer: notFound('player', 'nobody'),
  denied: wrong(401, 'access_denied'),
  forbidden: wrong(403, 'forbidden'),
  locked: wrong(401, 'team_locked'),
  exists: wrong(409, 'player_exists'),
  requested: wrong(409, 'already_requested'),
  lanes: wrong(400, 'invalid_lanes'),
  lane: wrong(400, 'invalid_lane'),
  role: wrong(400, 'invalid_role'),
  roleRequired: wrong(400, 'role_required'),
} as const
