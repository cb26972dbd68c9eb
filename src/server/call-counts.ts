import type { MountedEndpoint } from './call.ts'

/** The upper bounds of the buckets of durations in seconds. Longer calls are in none of them. */
export const DURATION_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** Counts the answered calls of a route. A call costs it a few additions. */
export class RouteCount {
  readonly method: string
  /** The pattern of the path, with `:name` for a parameter, so that there are as many labels as routes. */
  readonly route: string
  readonly byStatus = new Map<number, number>()
  /** The answers in each bucket of `DURATION_BOUNDS`, without those in the buckets before it. */
  readonly buckets: number[] = DURATION_BOUNDS.map(() => 0)
  count = 0
  ms = 0

  constructor(method: string, route: string) {
    this.method = method
    this.route = route
  }

  /** Adds an answer that took `ms`. */
  add(status: number, ms: number): void {
    this.count += 1
    this.ms += ms
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1)
    const seconds = ms / 1000
    let bucket = 0
    while (bucket < DURATION_BOUNDS.length && seconds > (DURATION_BOUNDS[bucket] ?? 0)) bucket += 1
    if (bucket < DURATION_BOUNDS.length) this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1
  }
}

/** The name of the method and the route of calls that belong to no route. */
const NO_ROUTE = 'none'

/** Counts the calls of a server by route since it began. */
export class CallCounts {
  /** The calls that are not answered yet. */
  inProgress = 0
  readonly #routes: RouteCount[] = []
  readonly #elsewhere = this.#begin(NO_ROUTE, NO_ROUTE)

  /** Returns the count of a route that is being mounted; without one, that of all calls that belong to no route. */
  of(mounted: Pick<MountedEndpoint, 'method' | 'path'> | undefined): RouteCount {
    return mounted ? this.#begin(mounted.method, mounted.path) : this.#elsewhere
  }

  /** Returns the routes that were called. */
  called(): readonly RouteCount[] {
    return this.#routes.filter(({ count }) => count > 0)
  }

  #begin(method: string, route: string): RouteCount {
    const count = new RouteCount(method, route)
    this.#routes.push(count)
    return count
  }
}
