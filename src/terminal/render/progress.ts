import type { Shell } from '../shell.ts'
import { ERASE_LINE } from './progress-bar.ts'

const QUIET_MS = 500

/** Says on a terminal what is being waited for, once that takes over half a second, and how long it has been. Spec 6.2. */
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
