import type { Client } from '../client/client.ts'

/** Something to load from the service, by a key. It is loaded when a frame shows it. */
export interface Resource<T> {
  readonly key: string
  readonly load: (client: Client) => Promise<T>
}

/** The state of a resource. */
export type ResourceState<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: string }

/** Reads the state of a resource. Drawing a frame loads every resource that it reads. */
export type ReadResource = <T>(resource: Resource<T>) => ResourceState<T>

/** The states of resources by their keys, oldest first. */
export type ResourceCache = ReadonlyMap<string, ResourceState<unknown>>

/** The maximum number of states to keep. The oldest ones are dropped, and loaded again when a frame shows them. */
const MAX_CACHED = 300

const LOADING = { kind: 'loading' } as const

/** Returns a function that reads the cache and loads nothing. Each key must always have the same type of value. */
export function resourceReader(cache: ResourceCache): ReadResource {
  return <T>({ key }: Resource<T>) => (cache.get(key) ?? LOADING) as ResourceState<T>
}

/** Adds a state to the cache as the newest one. */
export function withResource(cache: ResourceCache, key: string, state: ResourceState<unknown>): ResourceCache {
  const next = new Map(cache)
  next.delete(key)
  next.set(key, state)
  for (const oldest of next.keys()) {
    if (next.size <= MAX_CACHED) break
    next.delete(oldest)
  }
  return next
}
