import { useSyncExternalStore } from 'react'

/** What a person has written and not saved. */
export interface Draft {
  /** The component when the person began, as JSON; undefined for a new one. */
  readonly base: string | undefined
  readonly text: string
}

/** The drafts of this tab. They stay while the person looks at other pages. */
let drafts: ReadonlyMap<string, Draft> = new Map()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** All drafts, by the names of what they are about. */
export const useDrafts = (): ReadonlyMap<string, Draft> => useSyncExternalStore(subscribe, () => drafts)

/** Keeps a draft, or forgets it. */
export function keepDraft(name: string, draft: Draft | undefined): void {
  const next = new Map(drafts)
  if (draft) next.set(name, draft)
  else next.delete(name)
  drafts = next
  if (next.size > 0) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
  for (const listener of listeners) listener()
}

/** Forgets a draft that was saved. What was written while it was saved stays, as a change of what is saved now. */
export function draftSaved(name: string, saved: Draft | undefined, base: string): void {
  const now = drafts.get(name)
  keepDraft(name, now && now.text !== saved?.text ? { ...now, base } : undefined)
}

/** Lets the browser ask before the tab closes with something that is not saved. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault()

/** Returns the name of the draft of a component. */
export const draftName = (runtime: string, kind: string, id: string): string => `${runtime} ${kind}/${id}`
