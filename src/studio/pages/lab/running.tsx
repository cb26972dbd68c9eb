import type { ReactNode } from 'react'
import { texts } from '../../texts.ts'
import type { Job } from './job.ts'

const t = texts.lab

/** Shows how far a job is, with a button that cancels it, or what was wrong with it. */
export function Running<R>({ job, onCancel }: { readonly job: Job<R>; readonly onCancel: () => void }): ReactNode {
  const { isRunning, progress, problem } = job
  if (problem !== undefined)
    return (
      <p role="alert" className="problem">
        {problem}
      </p>
    )
  if (!isRunning) return null
  const { done = 0, of = null, plays = 0 } = progress ?? {}
  return (
    <div className="row" role="status">
      <progress aria-label={t.progress} {...(of !== null && { value: done, max: of })} />
      <span className="muted">{progress ? t.soFar(done, of, plays) : t.waiting}</span>
      <button type="button" onClick={onCancel}>
        {texts.shell.cancel}
      </button>
    </div>
  )
}
