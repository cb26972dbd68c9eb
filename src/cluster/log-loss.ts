import { LogSilent, type ReplicatedLog } from '../storage/log/replicated-log.ts'

/** For so long the log servers say that they do not have the log, before a writer believes it, in ms. */
const LOST_MS = 3_000

/**
 * Finds out whether a log was removed, until the result is cleared. A message that is sent to none is not answered, as if the
 * servers were away, so they are asked. `onLost` gets what they say.
 */
export function watchForLoss(log: Pick<ReplicatedLog, 'end'>, onLost: (error: unknown) => void): NodeJS.Timeout {
  let sinceMs: number | undefined
  const check = (): Promise<void> =>
    log.end().then(
      () => void (sinceMs = undefined),
      (error: unknown) => {
        if (error instanceof LogSilent) return
        sinceMs ??= performance.now()
        if (performance.now() - sinceMs >= LOST_MS) onLost(error)
      },
    )
  return setInterval(() => void check(), LOST_MS / 3).unref()
}
