import type { Ask } from '../support/http.ts'
import { errors, invalidAt, notFound, on, type Documented, type ErrorCase } from './error-case.ts'

/** A call about the process `in` that is wrong, by `as`. */
interface Case {
  readonly when: string
  readonly in: string
  readonly as: string
  readonly body?: unknown
  readonly answer: Documented
}

const cases = (method: string, word: string, ...list: readonly Case[]): readonly ErrorCase[] =>
  list.flatMap(({ when, in: it, as, body, answer }) => {
    const ask: Ask = { as, ...(body === undefined ? {} : { body }) }
    const routes = ['/v2/runtime', '/v1'].map((base) => `${method} ${base}/processes/:process_id/${word}`)
    return on(routes, { when: `trigger: ${when}`, params: { process_id: it }, ask, answer })
  })

const denied = (description: RegExp): Documented => ({ ...errors.accessDenied, description })
const noTrigger = (trigger: string) => notFound('trigger', trigger)

/** A play, and what comes of it. */
const play = (when: string, it: string, as: string, trigger: string, answer: Documented): Case => ({
  when,
  in: it,
  as,
  body: { trigger },
  answer,
})

/** Documents 1 and 3 "Processes", 4.9, 4.15, 5.2. */
export const triggerErrors: readonly ErrorCase[] = [
  ...cases(
    'GET',
    'triggers',
    { when: 'there is no such process', in: 'nope', as: 'neo', answer: notFound('process_instance', 'nope') },
    { when: 'the caller is not in it', in: 'neo/open', as: 'oracle', answer: denied(/'oracle'.*'neo\/open'/) },
    { when: 'the caller is not in it, and it is PRIVATE', in: 'neo/secret', as: 'oracle', answer: denied(/'oracle'/) },
  ),
  ...cases(
    'POST',
    'play',
    play('there is no such process', 'nope', 'neo', 'study', notFound('process_instance', 'nope')),
    play(
      'there is one of another player by that name',
      'trinity/open',
      'neo',
      'study',
      notFound('process_instance', 'trinity/open'),
    ),
    play('the caller is not in it', 'neo/open', 'oracle', 'study', denied(/'oracle'.*'neo\/open'/)),
    play('the caller is not in it, and there is no such trigger', 'neo/open', 'oracle', 'nope', denied(/'oracle'/)),
    play('there is no such trigger', 'neo/open', 'neo', 'nope', noTrigger('nope')),
    play('the trigger is nothing', 'neo/open', 'neo', '', noTrigger('')),
    play('the trigger names what every object has', 'neo/open', 'neo', '__proto__', noTrigger('__proto__')),
    play('the trigger has the wrong gateway', 'neo/open', 'neo', 'study:rest', noTrigger('study:rest')),
    play('the trigger is not offered yet', 'neo/open', 'neo', 'rest', noTrigger('rest')),
    play('the caller is in no such lane', 'neo/open', 'neo', 'report', denied(/'report'.*'guide'/)),
    play('the caller watches that lane', 'neo/open', 'morpheus', 'report', denied(/'report'.*'guide'/)),
    play('the caller does not meet what it requires', 'neo/open', 'neo', 'boast', denied(/'boast'/)),
    play('it was played as often as its rate allows', 'neo/played', 'neo', 'wave', {
      status: 429,
      error: 'rate_limit_exceeded',
      description: "The Action 'wave' can only be triggered 1 times every day",
    }),
    play('its reward cannot be computed', 'neo/open', 'trinity', 'leak', errors.invalidFormula),
    play('the process is completed', 'neo/done', 'neo', 'run', denied(/'neo\/done' is completed/)),
    { when: 'the trigger is missing', in: 'neo/open', as: 'neo', body: {}, answer: invalidAt('trigger') },
    { when: 'the trigger is none', in: 'neo/open', as: 'neo', body: { trigger: 7 }, answer: invalidAt('trigger') },
    {
      when: 'there is more in the body',
      in: 'neo/open',
      as: 'neo',
      body: { trigger: 'study', count: 2 },
      answer: invalidAt('count'),
    },
    {
      when: 'its scopes are none',
      in: 'neo/open',
      as: 'neo',
      body: { trigger: 'study', scopes: [{ id: 'top' }], query: 'no' },
      answer: invalidAt('scopes.0.entity_id', 'query'),
    },
    {
      when: 'a scope could not be one',
      in: 'neo/open',
      as: 'neo',
      body: { trigger: 'study', scopes: [{ id: 'top/a/b', entity_id: 'neo' }] },
      answer: { ...errors.invalidRequest, description: /'top\/a\/b'/ },
    },
  ),
]
