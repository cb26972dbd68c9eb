import type { Client } from '../client/client.ts'

/** Something that the service tells, by a name of its own; asked for when it is looked at. */
export interface Resource<T> {
  readonly key: string
  readonly load: (client: Client) => Promise<T>
}

/** What is known of a resource: it has been asked for, it is here, or it could not be had. */
export type Known<T> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'here'; readonly value: T }
  | { readonly kind: 'refused'; readonly words: string }

/** Looks at a resource. Where a picture is drawn, what it looked at is what is fetched. */
export type See = <T>(resource: Resource<T>) => Known<T>

/** What is known, by the keys of resources, the oldest first. */
export type Knowledge = ReadonlyMap<string, Known<unknown>>

/** Answers that are kept; of more the oldest go, and are asked for anew when they are looked at again. */
const MAX_KNOWN = 300

const WAITING = { kind: 'waiting' } as const

/** Looks at what is there, and asks for nothing. A key stands for one type of answer: that of the resource which has it. */
export function seeIn(knowledge: Knowledge): See {
  return <T>({ key }: Resource<T>) => (knowledge.get(key) ?? WAITING) as Known<T>
}

/** The same with one more answer, which is then the newest. */
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
