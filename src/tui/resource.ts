import type { Client } from '../client/client.ts'

/** Something to load from the service, by a key. It is loaded when the picture shows it. */
export interface Resource<T> {
  readonly key: string
  readonly load: (client: Client) => Promise<T>
}

/** The state of a resource: loading, loaded, or refused. */
export type ResourceState<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: string }

/** Reads a resource. Drawing a picture fetches every resource that it reads. */
export type ReadResource = <T>(resource: Resource<T>) => ResourceState<T>

/** The states of resources by their keys, the oldest first. */
export type ResourceCache = ReadonlyMap<string, ResourceState<unknown>>

/** The number of answers to keep. The oldest are dropped, and loaded again when needed. */
const MAX_CACHED = 300

const WAITING = { kind: 'loading' } as const

/** Reads what is loaded, and fetches nothing. Each key belongs to one type of answer. */
export function resourceReader(cache: ResourceCache): ReadResource {
  return <T>({ key }: Resource<T>) => (cache.get(key) ?? WAITING) as ResourceState<T>
}

/** Adds an answer, which is then the newest. */
export function withResource(cache: ResourceCache, key: string, known: ResourceState<unknown>): ResourceCache {
  const next = new Map(cache)
  next.delete(key)
  next.set(key, known)
  for (const oldest of next.keys()) {
    if (next.size <= MAX_CACHED) break
    next.delete(oldest)
  }
  return next
}
