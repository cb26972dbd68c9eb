import type { ServiceError } from './service-error.ts'

/** One thing wrong in the input; of a whole design also in which component. */
interface InputProblem {
  readonly kind?: string
  readonly id?: string
  readonly path: string
  readonly message: string
}

/** A line for each thing wrong in the input, where the service tells them: `rules.0.value: expected …`. Spec 5.2. */
export function inputProblems(error: ServiceError): string[] {
  return problemsIn(error).map((problem) => [...placeOf(problem), problem.message].join(': '))
}

/** The same without the places, for an input of one part. */
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

/** `actions/like rules.0.requires`: where a problem is, if that is told. */
function placeOf({ kind, id, path }: InputProblem): string[] {
  const component = kind === undefined ? [] : [id === undefined ? kind : `${kind}/${id}`]
  const place = [...component, ...(path === '' ? [] : [path])].join(' ')
  return place === '' ? [] : [place]
}
