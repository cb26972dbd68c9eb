import type { ServiceError } from './service-error.ts'

/** A problem in the input; for a whole design also with its component. */
interface InputProblem {
  readonly kind?: string
  readonly id?: string
  readonly path: string
  readonly message: string
}

/** Returns a line for each problem in the input that the service reports: `rules.0.value: expected …`. Spec 5.2. */
export function inputProblems(error: ServiceError): string[] {
  return problemsIn(error).map((problem) => [...locationOf(problem), problem.message].join(': '))
}

/** Returns the same lines without the locations, for an input of one part. */
export const inputMessages = (error: ServiceError): string[] => problemsIn(error).map(({ message }) => message)

function problemsIn({ code, text }: ServiceError): InputProblem[] {
  if (code !== 'validation_exception') return []
  const { data } = JSON.parse(text) as { data?: { errors?: unknown } | null }
  const errors: readonly unknown[] = Array.isArray(data?.errors) ? data.errors : []
  return errors.filter(isProblem)
}

function isProblem(value: unknown): value is InputProblem {
  const { path, message } = (value ?? {}) as { path?: unknown; message?: unknown }
  return typeof path === 'string' && typeof message === 'string'
}

/** Returns the location of a problem, if there is one: `actions/like rules.0.requires`. */
function locationOf({ kind, id, path }: InputProblem): string[] {
  const component = kind === undefined ? [] : [id === undefined ? kind : `${kind}/${id}`]
  const location = [...component, ...(path === '' ? [] : [path])].join(' ')
  return location === '' ? [] : [location]
}
