import { useCallback, useEffect, useRef, useState } from 'react'
import { ServiceError } from '../../../client/service-error.ts'
import type { LabProgress } from '../../../interface/lab-jobs.ts'
import { labNews } from '../../shell/control.ts'
import { describe, useGame } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'

/** A job of the lab, as far as it is. */
export interface Job<R> {
  readonly isRunning: boolean
  readonly progress: LabProgress | undefined
  /** The report of what was done so far, if the job was asked for it. */
  readonly partial: R | undefined
  readonly report: R | undefined
  readonly problem: string | undefined
}

const idle = { isRunning: false, progress: undefined, partial: undefined, report: undefined, problem: undefined }

/**
 * Returns a job of the lab, with functions that start and cancel it. Starting it again cancels the one before, and so does
 * leaving the page. `start` resolves to the report, or to undefined without one.
 */
export function useJob<R>(name: 'simulate' | 'check' | 'what-if') {
  const { liveClient } = useGame()
  const [job, setJob] = useState<Job<R>>(idle)
  const ending = useRef<AbortController>(undefined)
  const cancel = useCallback((): void => {
    ending.current?.abort()
    setJob((before) => ({ ...before, isRunning: false, progress: undefined, partial: undefined }))
  }, [])
  useEffect(() => () => ending.current?.abort(), [])
  const start = useCallback(
    async (body: object): Promise<R | undefined> => {
      ending.current?.abort()
      const { signal } = (ending.current = new AbortController())
      setJob((before) => ({ ...before, isRunning: true, progress: undefined, partial: undefined, problem: undefined }))
      try {
        for await (const news of labNews(liveClient, name, body, signal)) {
          if (signal.aborted) return undefined
          if ('progress' in news) setJob((before) => ({ ...before, progress: news.progress }))
          if ('partial' in news) setJob((before) => ({ ...before, partial: news.partial as R }))
          if (!('report' in news)) continue
          const report = news.report as R
          setJob({ ...idle, report })
          return report
        }
        // The emulator stops with its jobs unfinished.
        if (!signal.aborted)
          setJob((before) => ({ ...before, isRunning: false, partial: undefined, problem: texts.lab.unfinished }))
      } catch (error) {
        if (!signal.aborted)
          setJob((before) => ({ ...before, isRunning: false, partial: undefined, problem: problemText(error) }))
      }
      return undefined
    },
    [liveClient, name],
  )
  return { job, start, cancel }
}

/** Says what is wrong, with the places in the input if the service names them. */
function problemText(error: unknown): string {
  if (!(error instanceof ServiceError)) return describe(error)
  const { data } = JSON.parse(error.text) as { readonly data?: { readonly errors?: readonly Problem[] } }
  return (
    data?.errors?.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ') ??
    error.description
  )
}

interface Problem {
  readonly path: string
  readonly message: string
}
