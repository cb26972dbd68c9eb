import { faultTable, statusOf, type FaultCode } from '../src/game/kernel/fault.ts'
import type { Draft } from './draft.ts'

/** What came back for a request, as far as it was read. */
export interface Reply {
  readonly status: number
  readonly type: string
  /** Undefined where it is no text, or goes on for ever. */
  readonly text: string | undefined
}

/** What an error is written as. Spec 5.2. */
interface Told {
  readonly error?: unknown
  readonly error_description?: unknown
  readonly data?: { readonly valid?: unknown; readonly errors?: unknown }
}

/** What no request may be answered, whatever is in it. */
const NEVER = new Set([500, 503, 502, 501, 504])

/** What is wrong with an answer, by what the documents say of all; undefined where nothing is. Spec 5.2. */
export function answerProblem(draft: Draft, reply: Reply): string | undefined {
  const { status, text } = reply
  if (NEVER.has(status)) return `answered ${status}: ${text?.slice(0, 300)}`
  if (status < 400 || draft.method === 'HEAD' || text === undefined) return undefined
  if (reply.type.startsWith('text/html')) return pageProblem(draft)
  return refusalProblem(draft, reply)
}

function refusalProblem({ target, atTarget }: Draft, { status, type, text = '' }: Reply): string | undefined {
  if (!type.startsWith('application/json')) return `an error as ${type}: ${text.slice(0, 300)}`
  const told = parsed(text)
  if (told === undefined) return `an error that is no JSON: ${text.slice(0, 300)}`
  const { error, error_description: description, data } = told
  const shown = `${status} ${text.slice(0, 300)}`
  if (typeof error !== 'string' || !Object.hasOwn(faultTable, error)) return `an error of no table: ${shown}`
  const code = error as FaultCode
  if (statusOf({ fault: code, facts: {} }) !== status) return `an error of another status: ${shown}`
  if (typeof description !== 'string' || !/\S/.test(description)) return `an error without words: ${shown}`
  if (hasHole(description)) return `an error with a hole in its words: ${shown}`
  if ((code === 'validation_exception') !== (data !== undefined)) return `problems told in the wrong place: ${shown}`
  if (data && !isProblems(data)) return `problems in another shape: ${shown}`
  if (atTarget && target.faults && !target.faults.has(code) && !ofEverywhere.has(code))
    return `an error that the row does not declare: ${shown}`
  return undefined
}

/** What any address may answer whose request is damaged beyond what the row sees. */
const ofEverywhere: ReadonlySet<FaultCode> = new Set(['invalid_request'])

/** Whether something stands where a fact should; what the caller sent stands between quotes. */
const hasHole = (description: string): boolean =>
  /\bundefined\b|\[object/.test(description.replaceAll(/'.*'|".*"/gs, ''))

const pageProblem = ({ target, atTarget }: Draft): string | undefined =>
  target.pages === true || !atTarget ? undefined : 'an error as a page for people'

function parsed(text: string): Told | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Told) : undefined
  } catch {
    return undefined
  }
}

const isProblems = ({ valid, errors }: NonNullable<Told['data']>): boolean =>
  valid === false && Array.isArray(errors) && errors.length > 0 && errors.every(isProblem)

const isProblem = (each: unknown): boolean =>
  typeof (each as { path?: unknown }).path === 'string' && typeof (each as { message?: unknown }).message === 'string'
