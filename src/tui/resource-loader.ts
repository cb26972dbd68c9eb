import { type Client, untilAborted } from '../client/client.ts'
import { ServiceError, UnreachableError } from '../client/service-error.ts'
import type { PageResource } from './listing.ts'
import type { ModelEvent } from './reduce.ts'
import type { Resource } from './resource.ts'

/** Requests to refresh within this time cause one refresh. */
const REFRESH_DELAY_MS = 250

type ResourceEvent = Extract<ModelEvent, { kind: 'resource' }>

/** Loads what the frame shows, and nothing else. */
export interface ResourceLoader {
  /** Sets the resources that the frame shows. Loads those that are missing or outdated, and aborts all other loads. */
  show(resources: Iterable<Resource<unknown>>): void
  /** Loads everything that the frame shows again, after a short delay. */
  refresh(): void
  stop(): void
}

/** Creates a loader. It calls `dispatch` with each resource that was loaded or could not be loaded. */
export function createLoader(client: Client, dispatch: (event: ResourceEvent) => void): ResourceLoader {
  const pending = new Map<string, AbortController>()
  /** The round in which the load of each resource began. */
  const rounds = new Map<string, number>()
  let round = 0
  let visible: readonly Resource<unknown>[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const load = async (resource: Resource<unknown>): Promise<void> => {
    const { key } = resource
    const aborting = new AbortController()
    const startedIn = round
    pending.set(key, aborting)
    try {
      const value = await resource.load(untilAborted(client, aborting.signal))
      if (!aborting.signal.aborted)
        dispatch({ kind: 'resource', key, state: { kind: 'loaded', value }, ...pageOf(resource) })
    } catch (error) {
      // The last known state stays while the service cannot be reached. The connection to it is watched elsewhere.
      if (!aborting.signal.aborted && !(error instanceof UnreachableError))
        dispatch({ kind: 'resource', key, state: { kind: 'failed', error: errorText(error) } })
    } finally {
      if (pending.get(key) === aborting) {
        pending.delete(key)
        rounds.set(key, startedIn)
        loadOutdated()
      }
    }
  }
  const loadOutdated = (): void => {
    for (const resource of visible)
      if (!pending.has(resource.key) && rounds.get(resource.key) !== round) void load(resource)
  }
  const abort = (key: string): void => {
    pending.get(key)?.abort()
    pending.delete(key)
  }
  return {
    show(resources) {
      visible = [...resources]
      const keys = new Set(visible.map(({ key }) => key))
      for (const key of pending.keys()) if (!keys.has(key)) abort(key)
      for (const key of rounds.keys()) if (!keys.has(key)) rounds.delete(key)
      loadOutdated()
    },
    refresh() {
      timer ??= setTimeout(() => {
        timer = undefined
        round += 1
        loadOutdated()
      }, REFRESH_DELAY_MS)
    },
    stop() {
      clearTimeout(timer)
      visible = []
      for (const key of pending.keys()) abort(key)
    },
  }
}

/** Returns the list and the first row of a page; nothing for another resource. */
function pageOf(resource: Resource<unknown>): Pick<ResourceEvent, 'page'> {
  const { list, from } = resource as Partial<PageResource<unknown>>
  return list === undefined || from === undefined ? {} : { page: { list, from } }
}

function errorText(error: unknown): string {
  if (error instanceof ServiceError) return `${error.code}: ${error.description}`
  return error instanceof Error ? error.message : String(error)
}
