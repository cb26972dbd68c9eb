import { ServiceError } from '../client/service-error.ts'
import type { WhyNotQuery } from '../interface/why-answer.ts'
import { shellQuoted } from '../sentences/shell-quoted.ts'

/** The errors of a play that `gamify why-not` explains. */
const EXPLAINED: ReadonlySet<string> = new Set(['access_denied', 'rate_limit_exceeded', 'trigger_not_found'])

/** A play that the service rejected, with the command that explains it. */
export class RefusedPlay extends Error {
  override readonly name = 'RefusedPlay'
  readonly command: string
  /** The id of the player. */
  readonly player: string
  override readonly cause: ServiceError

  constructor(query: WhyNotQuery, cause: ServiceError) {
    super(cause.message, { cause })
    this.cause = cause
    this.player = query.player_id
    this.command = whyNotCommand(query)
  }
}

/** Wraps the error of a play if `gamify why-not` explains it; returns other errors unchanged. */
export function refusedPlay(error: unknown, query: WhyNotQuery): unknown {
  return error instanceof ServiceError && EXPLAINED.has(error.code) ? new RefusedPlay(query, error) : error
}

/** Returns the command that explains what blocks a play: `why-not neo action visit --count 2`. Spec 6.2. */
export function whyNotCommand({
  player_id: player,
  action,
  rule,
  process,
  trigger,
  count,
  variables = {},
  at,
}: WhyNotQuery): string {
  const kind = action !== undefined ? 'action' : rule !== undefined ? 'rule' : 'trigger'
  const ids = [action, rule, process, trigger].flatMap((id) => (id === undefined ? [] : [shellQuoted(id)]))
  const times = count === undefined || count === 1 ? [] : ['--count', String(count)]
  const given = Object.entries(variables).flatMap(([name, value]) => ['--var', shellQuoted(`${name}=${value}`)])
  const moment = at === undefined ? [] : ['--at', shellQuoted(at)]
  return ['why-not', shellQuoted(player), kind, ...ids, ...times, ...given, ...moment].join(' ')
}
