/**
 * A sign-in, or another event that led to tokens. The tokens are valid until it is ended. Times are the machine's, in
 * seconds since 1970.
 */
export interface Login {
  readonly id: string
  /** The id of its client. */
  readonly client: string
  /**
   * When the token that names the login was issued. Undefined for a JWT, which is a login of its own: its `iat` claim
   * cannot be trusted.
   */
  readonly issuedAtS: number | undefined
  readonly expiresAtS: number
}

/** A group of logins that are tracked together: the JWTs of a client, or all its other logins. */
type FamilyName = `${'jwt' | 'tokens'}:${string}`

/**
 * One fact about the ended logins of a family. Either one login was ended, and its last token expires at `untilS`; or
 * all tokens that were issued until `coveredToS` were revoked (for JWTs: all that expire until then).
 */
export type Ending = { readonly family: FamilyName } & (
  | { readonly id: string; readonly untilS: number }
  | { readonly coveredToS: number }
)

/** Stores ended logins across restarts. Both methods reject if the store cannot be written. */
export interface RevokedTokenStore {
  readonly found: readonly Ending[]
  /** Adds one ending to the store. */
  readonly add: (ending: Ending) => Promise<void>
  /** Replaces all stored endings by these. The callback is called when the write begins. */
  readonly replace: (endings: () => Iterable<Ending>) => Promise<void>
  /** Calls a listener with each ending that comes from elsewhere. A store without it has no other source. */
  readonly follow?: (listener: (ending: Ending) => void) => void
}

/** Knows which logins were ended. */
export interface EndedLogins {
  has(login: Login): boolean
  /**
   * Ends a login whose last token expires at `untilS` (for a JWT: when it expires itself). Takes effect at once;
   * resolves when it is stored. Rejects if it cannot be stored; the next ending is then stored together with this one.
   */
  end(login: Login, untilS: number): Promise<void>
  /**
   * Calls `report` once the login has ended, which may already be so, but never before `watch` returns. Returns a
   * function that stops watching.
   */
  watch(login: Login, report: () => void): () => void
}

/** How many ended logins of a family are tracked one by one. */
const MAX_ENDED = 100_000

/**
 * The store is rewritten when it holds this many endings more than twice those that were still relevant at the last
 * rewrite.
 */
const SLACK = 10_000

/** A caller to notify when a login ends. */
interface Watcher {
  readonly login: Login
  readonly report: () => void
}

interface Family {
  /** The expiry of the last token of each ended login, by the id of the login. */
  readonly logins: Map<string, number>
  /** See `Ending`. */
  coveredToS: number
}

/** Tracks the ended logins, including those in `store`. `nowMs` is the machine's clock. */
export function endedLogins(store: RevokedTokenStore, nowMs: () => number): EndedLogins {
  const families = familiesOf(store.found)
  tidy(families, nowMs() / 1000)
  let known = countOf(families)
  let stored = store.found.length
  let isWhole = true
  let kept = Promise.resolve()
  const watchers = new Map<string, Set<Watcher>>()

  const has = (login: Login): boolean => {
    const family = families.get(familyName(login))
    if (family === undefined) return false
    return family.logins.has(login.id) || (login.issuedAtS ?? login.expiresAtS) <= family.coveredToS
  }
  const notify = (watching: Iterable<Watcher>): void => {
    for (const { login, report } of watching) if (has(login)) report()
  }
  const keep = (ending: Ending, isFull: boolean): Promise<void> => {
    stored += 1
    if (isWhole && !isFull && stored <= 2 * known + SLACK) return store.add(ending)
    tidy(families, nowMs() / 1000)
    known = countOf(families)
    stored = known
    isWhole = true
    // A full family covers logins that were never ended one by one, so all its watchers may be affected.
    if (isFull) for (const watching of watchers.values()) notify(watching)
    return store.replace(() => endingsIn(families))
  }
  store.follow?.((ending) => {
    addEnding(families, ending)
    for (const watching of watchers.values()) notify(watching)
  })
  return {
    has,
    end(login, untilS) {
      const name = familyName(login)
      const { logins } = familyIn(families, name)
      if (isWhole && logins.has(login.id)) return kept
      logins.set(login.id, untilS)
      notify(watchers.get(keyOf(login)) ?? [])
      kept = keep({ family: name, id: login.id, untilS }, logins.size > MAX_ENDED).catch((error: unknown) => {
        isWhole = false
        throw error
      })
      return kept
    },
    watch(login, report) {
      const watcher = { login, report }
      const key = keyOf(login)
      const watching = watchers.get(key) ?? new Set<Watcher>()
      watchers.set(key, watching.add(watcher))
      if (has(login)) queueMicrotask(() => watching.has(watcher) && report())
      return () => {
        if (watching.delete(watcher) && watching.size === 0 && watchers.get(key) === watching) watchers.delete(key)
      }
    },
  }
}

/** Returns a store that keeps nothing, for a game in memory. */
export function forgetfulStore(): RevokedTokenStore {
  return { found: [], add: async () => {}, replace: async () => {} }
}

const familyName = ({ client, issuedAtS }: Login): FamilyName =>
  `${issuedAtS === undefined ? 'jwt' : 'tokens'}:${client}`

const keyOf = (login: Login): string => `${familyName(login)} ${login.id}`

function familyIn(families: Map<FamilyName, Family>, name: FamilyName): Family {
  const family = families.get(name) ?? { logins: new Map<string, number>(), coveredToS: 0 }
  families.set(name, family)
  return family
}

function familiesOf(endings: readonly Ending[]): Map<FamilyName, Family> {
  const families = new Map<FamilyName, Family>()
  for (const ending of endings) addEnding(families, ending)
  return families
}

function addEnding(families: Map<FamilyName, Family>, ending: Ending): void {
  const family = familyIn(families, ending.family)
  if ('id' in ending) family.logins.set(ending.id, ending.untilS)
  else family.coveredToS = Math.max(family.coveredToS, ending.coveredToS)
}

/**
 * Yields the covered times last: a family that becomes covered while this runs has lost its single logins, so its
 * covered time must not be missed.
 */
function* endingsIn(families: ReadonlyMap<FamilyName, Family>): Generator<Ending> {
  for (const [family, { logins }] of families) for (const [id, untilS] of logins) yield { family, id, untilS }
  for (const [family, { coveredToS }] of families) if (coveredToS > 0) yield { family, coveredToS }
}

function countOf(families: ReadonlyMap<FamilyName, Family>): number {
  let count = 0
  for (const { logins } of families.values()) count += logins.size
  return count
}

/**
 * Forgets what has expired. If too many logins remain in a family, revokes all tokens issued so far in it, so that no
 * ended login is forgotten.
 */
function tidy(families: ReadonlyMap<FamilyName, Family>, nowS: number): void {
  for (const [name, family] of families) {
    const { logins } = family
    const isFull = logins.size > MAX_ENDED
    let lastS = nowS
    for (const [id, untilS] of logins) {
      if (untilS <= nowS) logins.delete(id)
      else lastS = Math.max(lastS, untilS)
    }
    // Shrinks to half, so that it is not full again at once.
    if (!isFull || logins.size <= MAX_ENDED / 2) continue
    logins.clear()
    family.coveredToS = Math.max(family.coveredToS, name.startsWith('jwt:') ? lastS : nowS)
  }
}
