import type { Shell } from '../shell.ts'
const QUIET_MS = 500

/**
 * Shows on a terminal what the program waits for, once that takes over half a second, and the elapsed time. Spec 6.2.
 */
export async function showProgress<T>({ io, options }: Shell, what: string, work: Promise<T>): Promise<T> {
  if (!io.stderr.isTerminal || options.quiet) return work
  const start = io.now()
  let shown = false
  const show = (): void => {
    const seconds = Math.floor((io.now() - start) / 1000)
    io.stderr.write(`${ERASE_LINE}${what}${seconds === 0 ? '' : ` (${seconds} s)`}`)
    shown = true
  }
  const timer = setInterval(show, QUIET_MS)
  try {
    return await work
  } finally {
    clearInterval(timer)
    if (shown) io.stderr.write(ERASE_LINE)
  }
}

const PAUSE_MS = 100
const WIDTH = 24
/** Clears the current line of a terminal. */
export const ERASE_LINE = '\r\u001b[K'

/** The progress of work of a known length, on one line of stderr. */
interface ProgressBar {
  /** Sets how much is done, and what the line says after it. The line is updated at most ten times a second. */
  readonly show: (done: number, of: number, detail?: string) => void
  /** Clears the line. */
  readonly end: () => void
}

/**
 * Creates a progress bar that appears on a terminal once the work takes over half a second. What receives progress gets it
 * instead; elsewhere the bar shows nothing. Spec 6.2.
 */
export function progressBar({ io, options }: Shell, what: string): ProgressBar {
  const { onProgress } = io
  if (!onProgress && (!io.stderr.isTerminal || options.quiet)) return { show: () => {}, end: () => {} }
  let next = io.now() + QUIET_MS
  let shown = false
  return {
    show(done, of, detail = '') {
      if (io.now() < next) return
      next = io.now() + PAUSE_MS
      if (onProgress) return onProgress({ what, done, of, detail })
      shown = true
      io.stderr.write(`${ERASE_LINE}${what} ${bar(done, of)}${detail}`)
    },
    end() {
      if (shown) io.stderr.write(ERASE_LINE)
    },
  }
}

/** Returns `[######                  ] 25% of 4,000`. */
function bar(done: number, of: number): string {
  const share = of === 0 ? 1 : Math.min(1, done / of)
  const filled = Math.floor(share * WIDTH)
  return `[${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${Math.floor(share * 100)}% of ${inThousands(of)}`
}

/** Formats a count with a comma after each three digits. */
export const inThousands = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
