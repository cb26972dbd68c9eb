import type { Client } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'
import { UnreachableError } from '../client/unreachable-error.ts'
import { untilAborted } from '../client/until-aborted.ts'
import type { PageResource } from './listing.ts'
import type { Happening } from './reduce.ts'
import type { Resource } from './resource.ts'

/** News that come one upon the other are looked at together. */
const GATHER_MS = 250

type Learnt = Extract<Happening, { kind: 'learnt' }>

/** Fetches what is looked at, and nothing else. */
export interface Live {
  /** What is looked at now: what is not here yet, or no longer true, is fetched; what nobody looks at any more is not. */
  look(resources: Iterable<Resource<unknown>>): void
  /** Something has happened: what is looked at is fetched anew, soon. */
  refresh(): void
  stop(): void
}

/** Begins; `tell` is told of every answer. */
export function startLive(client: Client, tell: (learnt: Learnt) => void): Live {
  const underWay = new Map<string, AbortController>()
  /** In which round each answer was asked for. */
  const rounds = new Map<string, number>()
  let round = 0
  let seen: readonly Resource<unknown>[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const fetch = async (resource: Resource<unknown>): Promise<void> => {
    const { key } = resource
    const leaving = new AbortController()
    const asked = round
    underWay.set(key, leaving)
    try {
      const value = await resource.load(untilAborted(client, leaving.signal))
      if (!leaving.signal.aborted) tell({ kind: 'learnt', key, known: { kind: 'here', value }, ...pageOf(resource) })
    } catch (error) {
      // What is not there is waited for elsewhere, and what is known of it stays as it is.
      if (!leaving.signal.aborted && !(error instanceof UnreachableError))
        tell({ kind: 'learnt', key, known: { kind: 'refused', words: reasonOf(error) } })
    } finally {
      if (underWay.get(key) === leaving) {
        underWay.delete(key)
        rounds.set(key, asked)
        catchUp()
      }
    }
  }
  const catchUp = (): void => {
    for (const resource of seen)
      if (!underWay.has(resource.key) && rounds.get(resource.key) !== round) void fetch(resource)
  }
  const leave = (key: string): void => {
    underWay.get(key)?.abort()
    underWay.delete(key)
  }
  return {
    look(resources) {
      seen = [...resources]
      const wanted = new Set(seen.map(({ key }) => key))
      for (const key of underWay.keys()) if (!wanted.has(key)) leave(key)
      for (const key of rounds.keys()) if (!wanted.has(key)) rounds.delete(key)
      catchUp()
    },
    refresh() {
      timer ??= setTimeout(() => {
        timer = undefined
        round += 1
        catchUp()
      }, GATHER_MS)
    },
    stop() {
      clearTimeout(timer)
      seen = []
      for (const key of underWay.keys()) leave(key)
    },
  }
}

/** Of a page of a list, which list, and from which row on. */
function pageOf(resource: Resource<unknown>): Pick<Learnt, 'page'> {
  const { list, from } = resource as Partial<PageResource<unknown>>
  return list === undefined || from === undefined ? {} : { page: { list, from } }
}

/** Why something could not be had. */
function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return `${error.code}: ${error.description}`
  return error instanceof Error ? error.message : String(error)
}
