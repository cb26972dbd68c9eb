import type { Client } from '../client/client.ts'

/** Something to load from the service, by a key. It is loaded when the picture shows it. */
export interface Resource<T> {
  readonly key: string
  readonly load: (client: Client) => Promise<T>
}

/** The state of a resource: loading, loaded, or refused. */
export type Known<T> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'here'; readonly value: T }
  | { readonly kind: 'refused'; readonly words: string }

/** Reads a resource. Drawing a picture fetches every resource that it reads. */
export type See = <T>(resource: Resource<T>) => Known<T>

/** The states of resources by their keys, the oldest first. */
export type Knowledge = ReadonlyMap<string, Known<unknown>>

/** The number of answers to keep. The oldest are dropped, and loaded again when needed. */
const MAX_KNOWN = 300

const WAITING = { kind: 'waiting' } as const

/** Reads what is loaded, and fetches nothing. Each key belongs to one type of answer. */
export function seeIn(knowledge: Knowledge): See {
  return <T>({ key }: Resource<T>) => (knowledge.get(key) ?? WAITING) as Known<T>
}

/** Adds an answer, which is then the newest. */
export function learnt(knowledge: Knowledge, key: string, known: Known<unknown>): Knowledge {
  const next = new Map(knowledge)
  next.delete(key)
  next.set(key, known)
  for (const oldest of next.keys()) {
    if (next.size <= MAX_KNOWN) break
    next.delete(oldest)
  }
  return next
}
