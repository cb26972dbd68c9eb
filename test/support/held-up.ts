import type { MemoryGame } from './memory-game.ts'

/** Holds what takes the place of the present up, right before a start would find it; gives when it is reached, and a release. */
export function heldUp({ store }: MemoryGame) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begin = store.begin.bind(store)
  store.begin = async (origin) => {
    const sync = async (): Promise<void> => {
      reached.resolve()
      await released.promise
    }
    return Object.assign(await begin(origin), { sync })
  }
  return { reached: reached.promise, release: released.resolve }
}
