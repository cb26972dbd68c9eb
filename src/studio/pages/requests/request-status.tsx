import type { ReactNode } from 'react'

/** Shows a status by its colour and its number. */
export function Status({ status }: { readonly status: number }): ReactNode {
  return (
    <span className="status" data-tone={status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'}>
      {status}
    </span>
  )
}

/** Formats a duration for people. */
export const durationText = (ms: number): string =>
  ms < 1_000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1_000).toFixed(1)} s`
