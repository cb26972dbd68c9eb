import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'

/** Modules of Node that every server needs. */
const NEEDED = ['cluster', 'crypto', 'dns', 'http', 'zlib']

/** Below this many bytes after a full collection, a heap may grow to four times its size before the next one. */
const SMALL_HEAP = 64 * 1024 * 1024

/**
 * Tunes V8 for a long-running server. Creating many players at once makes V8 assume that the objects of a call live
 * long. It then allocates them where only a full collection frees them, and a play costs a third more from then on.
 * Node's own modules are compiled in advance for the flags that a process begins with. A module that is loaded under other
 * flags is compiled again, which takes several times as long, so those that are needed anyway are loaded first.
 */
export function tuneV8(): void {
  for (const name of NEEDED) process.getBuiltinModule(name)
  setFlagsFromString('--no-allocation-site-pretenuring')
  letSmallHeapsGrow()
}

/**
 * Lets V8 collect a small heap less often. V8 decides after each full collection how far the heap grows until the next
 * one. After a fast start it decides on half as much as after a slow one, and stays with that: a busy server then has a
 * full collection every second. The size of a large heap is left to V8.
 */
function letSmallHeapsGrow(): void {
  let isSmall: boolean | undefined
  const decide = (): void => {
    const wasSmall = isSmall
    isSmall = getHeapStatistics().used_heap_size < SMALL_HEAP
    if (isSmall !== wasSmall) setFlagsFromString(`--heap-growing-percent=${isSmall ? 300 : 0}`)
  }
  decide()
  new PerformanceObserver((list) => {
    if (list.getEntries().some(isFullCollection)) decide()
  }).observe({ entryTypes: ['gc'] })
}

/** Whether an entry of the type `gc` is that of a full collection. */
const isFullCollection = (entry: PerformanceEntry & { readonly detail?: { readonly kind: number } }): boolean =>
  entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR
