import { useCallback, useEffect, useRef, useState } from 'react'
import { linesIn } from '../../../client/http-message.ts'
import { ServiceError } from '../../../client/service-error.ts'
import type { LabNews, LabProgress } from '../../../interface/lab-jobs.ts'
import { describe, useGame } from '../../shell/game.tsx'

/** A job of the lab, as far as it is. */
export interface Job<R> {
  readonly isRunning: boolean
  readonly progress: LabProgress | undefined
  readonly report: R | undefined
  readonly problem: string | undefined
}

const idle = { isRunning: false, progress: undefined, report: undefined, problem: undefined }

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
    setJob((before) => ({ ...before, isRunning: false, progress: undefined }))
  }, [])
  useEffect(() => () => ending.current?.abort(), [])
  const start = useCallback(
    async (body: object): Promise<R | undefined> => {
      ending.current?.abort()
      const { signal } = (ending.current = new AbortController())
      setJob((before) => ({ ...before, isRunning: true, progress: undefined, problem: undefined }))
      try {
        const { accessToken } = await liveClient.token()
        for await (const news of newsOf(name, body, accessToken, signal)) {
          if (signal.aborted) return undefined
          if ('progress' in news) setJob((before) => ({ ...before, progress: news.progress }))
          if (!('report' in news)) continue
          const report = news.report as R
          setJob({ ...idle, report })
          return report
        }
      } catch (error) {
        if (!signal.aborted) setJob((before) => ({ ...before, isRunning: false, problem: problemText(error) }))
      }
      return undefined
    },
    [liveClient, name],
  )
  return { job, start, cancel }
}

async function* newsOf(name: string, body: object, token: string, signal: AbortSignal): AsyncGenerator<LabNews, void> {
  const answer = await fetch(`/_gamify/lab/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  if (!answer.ok || !answer.body) throw new ServiceError({ status: answer.status, text: await answer.text() })
  for await (const line of linesIn(location.origin, piecesOf(answer.body))) yield JSON.parse(line) as LabNews
}

async function* piecesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
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
