/** Runs a task when its turn has come. */
export type Turns = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Runs at most `max` tasks at a time. The others wait, first come, first served. A task that fails also passes its turn
 * on.
 */
export function turns(max: number): Turns {
  let free = max
  const waiting: (() => void)[] = []
  return async (task) => {
    if (free > 0) free -= 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
