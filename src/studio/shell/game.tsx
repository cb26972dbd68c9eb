import {
  QueryClient,
  QueryClientProvider,
  type QueryFunction,
  useQuery as useCached,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { asOf, type Client } from '../../client/client.ts'
import { inputProblems } from '../../client/input-problems.ts'
import { ServiceError, UnreachableError } from '../../client/service-error.ts'
import type { LiveState } from '../../interface/control-answers.ts'
import type { StudioSession } from '../../interface/studio-session.ts'
import { printable } from '../../sentences/printable.ts'
import { servesOtherGame, SignedOutError } from './access.ts'
import { useSetting, type RuntimeName } from './address.ts'
import { browserClient } from './browser-client.ts'
import { followWhileVisible } from './follow.ts'
import { paced } from './pace.ts'

/** The game that the studio shows. */
interface Game {
  readonly session: StudioSession
  /** Reads the game as of the moment in the address, and changes the live game if there is none. */
  readonly client: Client
  /** Always reads the live game. */
  readonly liveClient: Client
  readonly connection: Store<Connection>
  /** The moment that is shown; undefined for the live game. */
  readonly at: string | undefined
  readonly runtime: RuntimeName
}

/** What is known of the live game. It changes up to ten times a second. */
interface Connection {
  readonly live: LiveState | undefined
  /** Plays a second of the last seconds; undefined before they are known. */
  readonly rate: number | undefined
  readonly isConnected: boolean
}

const GameContext = createContext<Game | undefined>(undefined)

export function useGame(): Game {
  const game = use(GameContext)
  if (!game) throw new Error('there is no game around this view')
  return game
}

const cache = new QueryClient({
  defaultOptions: {
    // A browser without a network still reaches this machine.
    queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, staleTime: Infinity, gcTime: 60_000 },
  },
})

/** Gives the views below it the game of the address, and keeps it live. */
export function GameProvider({
  session,
  onSignedOut,
  children,
}: {
  readonly session: StudioSession
  readonly onSignedOut: () => void
  readonly children: ReactNode
}): ReactNode {
  const { runtime: asked, at } = useSetting()
  const runtime = session.runtimes.includes(asked) ? asked : (session.runtimes[0] ?? 'staging')
  const liveClient = useMemo(() => browserClient(runtime, onSignedOut), [runtime, onSignedOut])
  const client = useMemo(() => asOf(liveClient, at), [liveClient, at])
  const connection = useFollowed(liveClient, runtime)
  const game = useMemo<Game>(
    () => ({ session, client, liveClient, at, runtime, connection }),
    [session, client, liveClient, at, runtime, connection],
  )
  return (
    <QueryClientProvider client={cache}>
      <GameContext value={game}>{children}</GameContext>
    </QueryClientProvider>
  )
}

/** Returns what `select` takes of the connection. The view is drawn again only when that changes. */
export function useConnection<T>(select: (connection: Connection) => T): T {
  const { connection } = useGame()
  return useSyncExternalStore(connection.subscribe, () => select(connection.get()))
}

/** Returns what `select` takes of the state of the live game; undefined before that is known. */
export function useLive<T>(select: (live: LiveState) => T): T | undefined {
  return useConnection(({ live }) => live && select(live))
}

/** A value that views follow without being drawn again for each change of it. */
interface Store<T> {
  readonly get: () => T
  readonly change: (parts: Partial<T>) => void
  readonly subscribe: (listener: () => void) => () => void
}

function createStore<T>(first: T): Store<T> {
  const listeners = new Set<() => void>()
  let value = first
  return {
    get: () => value,
    change: (parts) => {
      value = { ...value, ...parts }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Follows the live game while the page is visible. Each change loads again what the view shows. Spec 8.2. */
function useFollowed(client: Client, runtime: RuntimeName): Store<Connection> {
  // Nothing is known yet of another runtime.
  const connection = useMemo(
    () => ({ ...createStore<Connection>({ live: undefined, rate: undefined, isConnected: true }), runtime }),
    [runtime],
  )
  useEffect(() => {
    const { want: refresh, stop } = paced(() =>
      cache.invalidateQueries({ queryKey: [runtime, 'live'] }, { cancelRefetch: false }),
    )
    const rates = new PlayRate()
    let known: LiveState | undefined
    const connect = async (reached: () => void, signal: AbortSignal): Promise<void> => {
      for await (const line of client.lines('/_gamify/changes', {}, signal)) {
        reached()
        if (!line.startsWith('data:')) continue
        const live = JSON.parse(line.slice('data:'.length)) as LiveState
        if (known && (live.generation !== known.generation || live.seq < known.seq)) forget(runtime)
        if (!known || WATCHED.some((part) => live[part] !== known?.[part])) refresh()
        known = live
        rates.add(live.plays)
        connection.change({ live, rate: rates.now(), isConnected: true })
      }
    }
    const found = (): void => {
      connection.change({ isConnected: true })
      refresh()
      // What failed while the service was away is not part of what changes with the game.
      void cache.invalidateQueries({ queryKey: [runtime], predicate: ({ state }) => state.status === 'error' })
      // What a page knows of one game is wrong of another.
      void servesOtherGame().then(
        (isOther) => isOther && location.reload(),
        () => {},
      )
    }
    const failed = (error: unknown): boolean => {
      // The client says itself that the person has to sign in.
      if (error instanceof SignedOutError) return false
      connection.change({ isConnected: false })
      return true
    }
    const end = followWhileVisible(connect, { lost: () => connection.change({ isConnected: false }), found, failed })
    // Nothing is said of a game in which nothing happens, so the rate falls by itself.
    const ticking = setInterval(() => {
      if (connection.get().rate) connection.change({ rate: rates.now() })
    }, TICK_MS)
    return () => {
      clearInterval(ticking)
      end()
      stop()
    }
  }, [client, connection, runtime])
  return connection
}

/**
 * Forgets what is known of a history that another one has replaced. What is in view is loaded again at once. It stays
 * until then, with what the person writes or is asked meanwhile.
 */
function forget(runtime: RuntimeName): void {
  cache.removeQueries({ queryKey: [runtime], type: 'inactive' })
  void cache.invalidateQueries({ queryKey: [runtime] })
}

/** What changes with what views show. Plays and the design that is deployed come with an entry. */
const WATCHED = ['seq', 'problems', 'working'] as const

/** The time over which plays a second are counted, in ms. */
const RATE_MS = 5_000

/** Computes plays a second from the numbers of plays so far. */
class PlayRate {
  #seen: readonly { readonly ms: number; readonly plays: number }[] = []
  #last = 0

  add(plays: number): void {
    if (plays < this.#last) this.#seen = []
    this.#last = plays
    this.#seen = [...this.#seen, { ms: performance.now(), plays }]
  }

  now(): number {
    const ms = performance.now()
    this.#seen = this.#seen.filter((each, i) => i === this.#seen.length - 1 || each.ms > ms - RATE_MS)
    const [first] = this.#seen
    return first ? ((this.#last - first.plays) / Math.max(1_000, ms - first.ms)) * 1_000 : 0
  }
}

/** The state of what a view loads. What was last known stays while it is loaded again, and while there is no connection. */
export interface Loaded<T> {
  readonly value: T | undefined
  /** What the service said against it. */
  readonly problem: string | undefined
  readonly isLoading: boolean
}

/**
 * Loads something of the game, and again whenever the game may have changed. `key` names what is loaded, with everything
 * that `load` depends on. Its second element is whom or what it is about: what is known of another is not shown meanwhile.
 */
export function useLoad<T>(key: readonly unknown[], load: (client: Client) => Promise<T>, isNeeded = true): Loaded<T> {
  const { client, runtime, at } = useGame()
  return useCache([runtime, at ?? 'live', ...key], () => load(client), { isNeeded })
}

/** Loads something of the live game, whatever moment is shown, and again whenever it may have changed. */
export function useLoadLive<T>(
  key: readonly unknown[],
  load: (client: Client) => Promise<T>,
  isNeeded = true,
): Loaded<T> {
  const { liveClient, runtime } = useGame()
  return useCache([runtime, 'live', ...key], () => load(liveClient), { isNeeded })
}

/** Loads something that stays the same as long as a design does, however much is played. */
export function useOfDesign<T>(
  name: string,
  version: string | undefined,
  load: (client: Client, signal: AbortSignal) => Promise<T>,
  isNeeded = true,
): Loaded<T> {
  const { client, runtime, at } = useGame()
  const isKnown = isNeeded && version !== undefined
  return useCache([runtime, DESIGN, name, at ?? 'live', version], ({ signal }) => load(client, signal), {
    isNeeded: isKnown,
  })
}

/** Loads something that no change of the game announces, or that is too costly to load with each: again after `everyMs`. */
export function useNowAndThen<T>(
  key: readonly unknown[],
  everyMs: number,
  load: (client: Client) => Promise<T>,
): Loaded<T> {
  const { client, runtime, at } = useGame()
  return useCache([runtime, at ?? 'now and then', ...key], () => load(client), at === undefined ? { everyMs } : {})
}

/** What the key of something begins with, after the runtime, that depends on a design alone. */
const DESIGN = 'design'

/** Returns what identifies the design that the game runs, or ran at the moment in the address. */
export function useDeployedVersion(): string | undefined {
  const { at } = useGame()
  const deployed = useLive((live) => live.design)
  return at ?? deployed
}

function useCache<T>(
  queryKey: readonly unknown[],
  queryFn: QueryFunction<T>,
  { isNeeded = true, everyMs = false }: { readonly isNeeded?: boolean; readonly everyMs?: number | false },
): Loaded<T> {
  const { data, error, isPending } = useCached({
    queryKey,
    queryFn,
    enabled: isNeeded,
    refetchInterval: everyMs,
    // What is known of something else must not pass for what is asked for.
    placeholderData: (known, query) => (query && isAboutTheSame(query.queryKey, queryKey) ? known : undefined),
  })
  return {
    value: data,
    // A lost connection is told once, for the whole page.
    problem: error === null || error instanceof UnreachableError ? undefined : describe(error),
    isLoading: isNeeded && isPending,
  }
}

/** Whether two keys are about the same thing: the runtime, the moment, what it is, and of what. The rest is how it is shown. */
const isAboutTheSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  JSON.stringify(one.slice(0, 4)) === JSON.stringify(other.slice(0, 4))

/** Returns a function that loads again what is shown, after a change. */
export function useRefresh(): () => Promise<void> {
  const { runtime } = useGame()
  const queries = useQueryClient()
  // What a design alone decides changes with the design, and can take long to find out.
  return () => queries.invalidateQueries({ queryKey: [runtime], predicate: ({ queryKey }) => queryKey[1] !== DESIGN })
}

/** Returns the time of the game, second by second; undefined before it is known. */
export function useGameNow(): string | undefined {
  const live = useLive((state) => state)
  const [ticks, setTicks] = useState<{ readonly of: LiveState; readonly ms: number }>()
  useEffect(() => {
    if (!live || live.frozen) return
    const since = Date.now()
    const timer = setInterval(() => setTicks({ of: live, ms: Date.now() - since }), TICK_MS)
    return () => clearInterval(timer)
  }, [live])
  if (!live) return undefined
  return ticks?.of === live ? new Date(Date.parse(live.now) + ticks.ms).toISOString() : live.now
}

const TICK_MS = 1_000

/** Describes an error in a sentence. It can name what somebody chose, which must not turn the text. */
export function describe(error: unknown): string {
  if (error instanceof ServiceError)
    return [error.description, ...inputProblems(error)].join(': ').split('\n').map(printable).join('\n')
  return error instanceof Error ? error.message : String(error)
}
