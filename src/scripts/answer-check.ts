import { inputProblems } from '../client/input-problems.ts'
import type { ServiceError } from '../client/service-error.ts'
import { differences, listDifference, type Difference } from './difference.ts'

/** The service's answer to a step. */
export interface StepAnswer {
  readonly status: number
  readonly body: unknown
  /** The error with which the service rejected the step. */
  readonly error?: ServiceError | undefined
}

/** The expectations of an answer. */
export interface ExpectedAnswer {
  readonly status?: number | undefined
  readonly error?: string | undefined
  readonly events?: readonly string[] | undefined
  readonly body?: unknown
}

/** Compares an answer with what is expected. Without expectations, the step must succeed. Spec 6.4. */
export function answerDifferences(answer: StepAnswer, wanted: ExpectedAnswer = {}): readonly Difference[] {
  const { status, error, events, body } = wanted
  // An expectation of a status also accepts an error with that status.
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

/** The number of problems in the input that an error lists. */
const MAX_PROBLEMS = 3

/** Describes an error on one line, with the first problems in the input. */
export function refusalText(error: ServiceError): string {
  const problems = inputProblems(error).slice(0, MAX_PROBLEMS)
  const problemText = problems.length === 0 ? '' : `: ${problems.join('; ')}`
  return `${error.code}: ${error.description}${problemText}`
}

interface Bundle {
  readonly local: readonly { readonly event: string }[]
  readonly global: readonly { readonly event: string }[]
}

/**
 * Returns the kinds of the events of an answer, local ones first. The answer of a rule has them for each player in
 * turn.
 */
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
