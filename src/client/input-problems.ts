import type { ServiceError } from './service-error.ts'

/** One thing wrong in the input; of a whole design also in which component. */
interface InputProblem {
  readonly kind?: string
  readonly id?: string
  readonly path: string
  readonly message: string
}

/** A line for each thing wrong in the input, where the service tells them: `rules.0.value: expected …`. Spec 5.2. */
export function inputProblems({ code, text }: ServiceError): string[] {
  if (code !== 'validation_exception') return []
  const { data } = JSON.parse(text) as { data?: { errors?: unknown } | null }
  const errors: readonly unknown[] = Array.isArray(data?.errors) ? data.errors : []
  return errors.filter(isProblem).map((problem) => [...placeOf(problem), problem.message].join(': '))
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
