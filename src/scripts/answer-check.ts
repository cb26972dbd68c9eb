import { inputProblems } from '../client/input-problems.ts'
import type { ServiceError } from '../client/service-error.ts'
import { differences, listDifference, type Difference } from './difference.ts'

/** What the service answered to a step. */
export interface StepAnswer {
  readonly status: number
  readonly body: unknown
  /** What it refused the step with. */
  readonly error?: ServiceError | undefined
}

/** What is expected of an answer. */
export interface ExpectedAnswer {
  readonly status?: number | undefined
  readonly error?: string | undefined
  readonly events?: readonly string[] | undefined
  readonly body?: unknown
}

/** How an answer is not as it was expected; one that nothing was expected of must be no refusal. Spec 6.4. */
export function answerDifferences(answer: StepAnswer, wanted: ExpectedAnswer = {}): readonly Difference[] {
  const { status, error, events, body } = wanted
  // Who wants a status, wants that of a refusal too.
  const refusal = status === undefined || error !== undefined ? errorDifference(answer, error) : []
  return [
    ...refusal,
    ...(status === undefined ? [] : differences(status, answer.status, ['status'])),
    ...(events === undefined || refusal.length > 0 ? [] : listDifference(events, eventKinds(answer.body), 'events')),
    ...(body === undefined || refusal.length > 0 ? [] : differences(body, answer.body, ['body'])),
  ]
}

function errorDifference({ error }: StepAnswer, wanted: string | undefined): readonly Difference[] {
  if (error?.code === wanted) return []
  return [{ path: 'error', wanted, got: error && refusalText(error) }]
}

/** Things wrong in the input that a refusal names. */
const MAX_PROBLEMS = 3

/** A refusal in a line, with the first things that are wrong in the input where it tells them. */
export function refusalText(error: ServiceError): string {
  const problems = inputProblems(error).slice(0, MAX_PROBLEMS)
  const problemText = problems.length === 0 ? '' : `: ${problems.join('; ')}`
  return `${error.code}: ${error.description}${problemText}`
}

interface Bundle {
  readonly local: readonly { readonly event: string }[]
  readonly global: readonly { readonly event: string }[]
}

/** The kinds of events that an answer tells of, local ones first; of a rule, those of each player in turn. */
function eventKinds(body: unknown): string[] {
  const bundles = bundlesIn(body)
  const kinds = (events: readonly { readonly event: string }[]): string[] => events.map(({ event }) => event)
  return [...bundles.flatMap(({ local }) => kinds(local)), ...bundles.flatMap(({ global }) => kinds(global))]
}

function bundlesIn(body: unknown): readonly Bundle[] {
  if (Array.isArray(body)) return body.flatMap(bundlesIn)
  const { events } = (body ?? {}) as { readonly events?: Partial<Bundle> }
  return Array.isArray(events?.local) && Array.isArray(events.global) ? [events as Bundle] : []
}
