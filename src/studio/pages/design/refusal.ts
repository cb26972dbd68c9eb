import { ServiceError } from '../../../client/service-error.ts'

/** What the service found wrong with a design: the component where it can be any, the path in it, and the problem. */
export interface RefusedPart {
  readonly kind?: string
  readonly id?: string
  readonly path: string
  readonly message: string
}

/** Returns what the service found wrong; nothing if it refused for another reason. Spec 5.2. */
export function refusedParts(error: unknown): readonly RefusedPart[] {
  if (!(error instanceof ServiceError)) return []
  const { data } = JSON.parse(error.text) as { readonly data?: { readonly errors?: readonly RefusedPart[] } }
  return data?.errors ?? []
}

/** The number of problems that a sentence names. */
const MAX_NAMED = 3

/** Names what the service found wrong with a design, the first problems of it. */
export function refusalText(parts: readonly RefusedPart[], more: (count: number) => string): string {
  const named = parts.slice(0, MAX_NAMED).map(({ kind, id, path, message }) => {
    const component = [kind, id].filter((part) => part !== undefined && part !== '').join('/')
    const place = [component, path].filter((part) => part !== '').join(' ')
    return place === '' ? message : `${place}: ${message}`
  })
  return [...named, ...(parts.length > MAX_NAMED ? [more(parts.length - MAX_NAMED)] : [])].join('; ')
}
