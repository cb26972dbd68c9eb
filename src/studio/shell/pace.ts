/** The least time between two runs, in ms. What is wanted within it leads to one run. */
const LEAST_MS = 250

/** The share of the time that the work may take. What takes long runs less often, so that the game and the person go on. */
const SHARE = 0.05

/** The longest time that a view may lag behind for that reason, in ms. */
const MOST_MS = 3_000

/** Returns functions to want some work and to stop it. It runs soon after it is wanted, but only for a small share of the time. */
export function paced(work: () => unknown): { readonly want: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let nextMs = -Infinity
  let isRunning = false
  let isWanted = false
  let isStopped = false
  const run = async (): Promise<void> => {
    timer = undefined
    isRunning = true
    const startMs = performance.now()
    await work()
    await painted()
    const takenMs = performance.now() - startMs
    nextMs = startMs + Math.min(MOST_MS, Math.max(LEAST_MS, takenMs / SHARE))
    isRunning = false
    if (isWanted && !isStopped) want()
  }
  const want = (): void => {
    isWanted = isRunning
    if (isRunning || timer !== undefined) return
    timer = setTimeout(() => void run(), Math.max(0, nextMs - performance.now()))
  }
  const stop = (): void => {
    isStopped = true
    clearTimeout(timer)
  }
  return { want, stop }
}

/** Resolves when the browser has drawn what is shown now. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    // A hidden page is not drawn.
    if (document.visibilityState === 'hidden') return resolve()
    requestAnimationFrame(() => setTimeout(resolve))
  })
