/** The name of the `meta` element with which the page of the studio says what it may use, as JSON. */
export const SESSION_META = 'gamify-session'

/** What the page of the studio may use. Spec 8.1. */
export interface StudioSession {
  readonly game: { readonly id: string; readonly title: string; readonly timezone: string }
  readonly version: string
  /** The data directory; null for a game in memory. */
  readonly data: string | null
  /** The client that the person signed in with; null without signing in. */
  readonly client: string | null
  /** The runtimes that the page can use. None: the person has to sign in. */
  readonly runtimes: readonly ('staging' | 'production')[]
}
