import type { Client } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'
import { UnreachableError } from '../client/unreachable-error.ts'
import { untilAborted } from '../client/until-aborted.ts'
import type { PageResource } from './listing.ts'
import type { ModelEvent } from './reduce.ts'
import type { Resource } from './resource.ts'

/** News that arrive shortly after each other cause one fetch. */
const GATHER_MS = 250

type ResourceEvent = Extract<ModelEvent, { kind: 'resource' }>

/** Fetches what the picture shows, and nothing else. */
export interface ResourceLoader {
  /** Says what the picture shows now: missing and outdated resources are fetched, other fetches are aborted. */
  show(resources: Iterable<Resource<unknown>>): void
  /** Something has happened: everything in view is fetched again soon. */
  refresh(): void
  stop(): void
}

/** Starts fetching; `tell` gets every answer. */
export function startLoader(client: Client, report: (learnt: ResourceEvent) => void): ResourceLoader {
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
      if (!leaving.signal.aborted)
        report({ kind: 'resource', key, known: { kind: 'loaded', value }, ...pageOf(resource) })
    } catch (error) {
      // If the service cannot be reached, another part waits for it, and the last known answer stays.
      if (!leaving.signal.aborted && !(error instanceof UnreachableError))
        report({ kind: 'resource', key, known: { kind: 'failed', error: reasonOf(error) } })
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
    show(resources) {
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

/** The list and the first row of a page. */
function pageOf(resource: Resource<unknown>): Pick<ResourceEvent, 'page'> {
  const { list, from } = resource as Partial<PageResource<unknown>>
  return list === undefined || from === undefined ? {} : { page: { list, from } }
}

/** Why a resource could not be loaded. */
function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return `${error.code}: ${error.description}`
  return error instanceof Error ? error.message : String(error)
}
