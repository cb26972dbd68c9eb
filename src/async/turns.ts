/** Runs a task when its turn has come. */
export type Turns = <T>(task: () => Promise<T>) => Promise<T>

/** At most `max` tasks at a time; the others wait, first come, first served. A task that fails gives its turn on too. */
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
