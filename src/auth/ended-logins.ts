/** A sign-in, or whatever else led to tokens: they are good until it is ended. Times are the machine's, in seconds since 1970. */
export interface Login {
  readonly id: string
  /** The client that it is of. */
  readonly client: string
  /** When the token was made that tells of it; undefined for a JWT: it is a login by itself, and nobody vouches for its `iat`. */
  readonly issuedAtS: number | undefined
  readonly expiresAtS: number
}

/** What logins are known together: those of a client that its JWTs are, or all its others. */
type FamilyName = `${'jwt' | 'tokens'}:${string}`

/**
 * One thing that is known of the ended logins of a family: that one was ended, whose last token expires at `untilS`; or
 * that all tokens were ended that were made until `coveredToS`, of JWTs all that expire until then.
 */
export type Ending = { readonly family: FamilyName } & (
  | { readonly id: string; readonly untilS: number }
  | { readonly coveredToS: number }
)

/** Keeps what is known of ended logins over a restart. Both rejections say that it could not be written. */
export interface RevokedTokenStore {
  readonly found: readonly Ending[]
  /** Keeps one more. */
  readonly add: (ending: Ending) => Promise<void>
  /** Keeps these and no others; they are asked for when it is their turn. */
  readonly replace: (endings: () => Iterable<Ending>) => Promise<void>
}

/** Knows which logins were ended. */
export interface EndedLogins {
  has(login: Login): boolean
  /**
   * Ends a login whose last token expires at `untilS`, a JWT when it expires itself. In force at once; resolves when it is
   * kept. Rejects where it cannot be: the next one to be ended is then kept together with it.
   */
  end(login: Login, untilS: number): Promise<void>
  /**
   * Calls `tell` once the login is ended, which may be so already, but never before this has returned; gives what stops it.
   */
  watch(login: Login, report: () => void): () => void
}

/** So many ended logins of a family are known one by one. */
const MAX_ENDED = 100_000

/** So many more may stand in the store than twice those that were good to know when it was last written anew. */
const SLACK = 10_000

/** Who is told of the end of a login. */
interface Watcher {
  readonly login: Login
  readonly tell: () => void
}

interface Family {
  /** The ended logins by id, each with when the last of its tokens expires. */
  readonly logins: Map<string, number>
  /** See `Ending`. */
  coveredToS: number
}

/** The logins that were ended, those that `store` knows among them. `nowMs` is the machine's clock. */
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
  const tellOf = (of: Iterable<Watcher>): void => {
    for (const { login, tell: report } of of) if (has(login)) report()
  }
  const keep = (ending: Ending, isFull: boolean): Promise<void> => {
    stored += 1
    if (isWhole && !isFull && stored <= 2 * known + SLACK) return store.add(ending)
    tidy(families, nowMs() / 1000)
    known = countOf(families)
    stored = known
    isWhole = true
    // Where a family was full, logins ended that nobody named.
    if (isFull) for (const watching of watchers.values()) tellOf(watching)
    return store.replace(() => endingsIn(families))
  }
  return {
    has,
    end(login, untilS) {
      const name = familyName(login)
      const { logins } = familyIn(families, name)
      if (isWhole && logins.has(login.id)) return kept
      logins.set(login.id, untilS)
      tellOf(watchers.get(keyOf(login)) ?? [])
      kept = keep({ family: name, id: login.id, untilS }, logins.size > MAX_ENDED).catch((error: unknown) => {
        isWhole = false
        throw error
      })
      return kept
    },
    watch(login, report) {
      const watcher = { login, tell: report }
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

/** Keeps nothing, for a game in memory. */
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
  for (const ending of endings) {
    const family = familyIn(families, ending.family)
    if ('id' in ending) family.logins.set(ending.id, ending.untilS)
    else family.coveredToS = Math.max(family.coveredToS, ending.coveredToS)
  }
  return families
}

/** What is known last: a family that is covered while this is under way has lost its logins, and must not lose that too. */
function* endingsIn(families: ReadonlyMap<FamilyName, Family>): Generator<Ending> {
  for (const [family, { logins }] of families) for (const [id, untilS] of logins) yield { family, id, untilS }
  for (const [family, { coveredToS }] of families) if (coveredToS > 0) yield { family, coveredToS }
}

function countOf(families: ReadonlyMap<FamilyName, Family>): number {
  let count = 0
  for (const { logins } of families.values()) count += logins.size
  return count
}

/** Forgets what has expired. Where too much is left, all tokens so far end of that client rather than that one is forgotten. */
function tidy(families: ReadonlyMap<FamilyName, Family>, nowS: number): void {
  for (const [name, family] of families) {
    const { logins } = family
    const isFull = logins.size > MAX_ENDED
    let lastS = nowS
    for (const [id, untilS] of logins) {
      if (untilS <= nowS) logins.delete(id)
      else lastS = Math.max(lastS, untilS)
    }
    // By half, so that it is not full again at once.
    if (!isFull || logins.size <= MAX_ENDED / 2) continue
    logins.clear()
    family.coveredToS = Math.max(family.coveredToS, name.startsWith('jwt:') ? lastS : nowS)
  }
}
