import { useEffect, useRef, useState } from 'react'
import { UnreachableError } from '../../../client/service-error.ts'
import type { AnsweredRequest } from '../../../interface/control-answers.ts'
import { followWhileVisible } from '../../shell/follow.ts'
import { describe, useGame } from '../../shell/game.tsx'
import { paced } from '../../shell/pace.ts'

/** The number of requests that are kept, as many as the service keeps. Spec 6.6. */
const MAX_KEPT = 1_000

/** The most requests a second that are shown. Nobody can read more, and showing more would slow the game down. */
const RATE = 100

/** A request is new if it comes so many ms after another one. The service waits longer before it sends new ones. */
const NEW_AFTER_MS = 100

/** Identifies a request, also among those of a server that was started again and counts from 1. */
export const keyOf = ({ number, at }: AnsweredRequest): string => `${number} ${at}`

/** Requests as they come, newest first. */
interface RequestStream {
  readonly requests: readonly AnsweredRequest[]
  /** How many came while it was paused. */
  readonly waiting: number
  /** How many the service left out since the page was opened or cleared, because they came too fast. */
  readonly leftOut: number
  readonly isReached: boolean
  /** What the service said against it. */
  readonly problem: string | undefined
  readonly clear: () => void
}

/** Follows the answered requests of the service. While it is paused, what is shown stays. */
export function useRequests(isPaused: boolean): RequestStream {
  const { liveClient } = useGame()
  const [shown, setShown] = useState<readonly AnsweredRequest[]>([])
  const [waiting, setWaiting] = useState(0)
  const [leftOut, setLeftOut] = useState(0)
  const [isReached, setReached] = useState(false)
  const [problem, setProblem] = useState<string>()
  const coming = useRef<AnsweredRequest[]>([])
  const missed = useRef(0)
  const paused = useRef(isPaused)
  paused.current = isPaused
  const flush = useRef<() => void>(() => {})
  useEffect(() => {
    const { want, stop } = paced(() => flush.current())
    // After a lost connection, the service sends again what it keeps.
    const known = new Set<string>()
    flush.current = () => {
      if (paused.current) return setWaiting(coming.current.length)
      const fresh = coming.current.toReversed()
      coming.current = []
      setWaiting(0)
      setLeftOut(missed.current)
      setShown((before) => [...fresh, ...before].slice(0, MAX_KEPT))
    }
    let last = Infinity
    /** The requests that the service had kept come first, at once. Between them, none was left out because it came too fast. */
    let isKept = true
    let cameMs = Infinity
    const take = (request: AnsweredRequest): void => {
      const key = keyOf(request)
      if (known.has(key)) return
      isKept &&= performance.now() - cameMs < NEW_AFTER_MS
      cameMs = performance.now()
      if (!isKept) missed.current += Math.max(0, request.number - last - 1)
      last = request.number
      known.add(key)
      if (known.size > 2 * MAX_KEPT) known.delete(known.values().next().value ?? '')
      coming.current.push(request)
      if (coming.current.length > MAX_KEPT) coming.current.shift()
      want()
    }
    const connect = async (reached: () => void, signal: AbortSignal): Promise<void> => {
      for await (const line of liveClient.lines('/_gamify/requests', { follow: 'true', rate: String(RATE) }, signal)) {
        reached()
        setReached(true)
        setProblem(undefined)
        if (!line.startsWith('data:')) continue
        take(JSON.parse(line.slice('data:'.length)) as AnsweredRequest)
      }
    }
    const failed = (error: unknown): boolean => {
      setProblem(error instanceof UnreachableError ? undefined : describe(error))
      return true
    }
    const end = followWhileVisible(connect, { lost: () => {}, found: () => {}, failed })
    return () => {
      end()
      stop()
    }
  }, [liveClient])
  useEffect(() => {
    if (!isPaused) flush.current()
  }, [isPaused])
  const clear = (): void => {
    coming.current = []
    missed.current = 0
    setWaiting(0)
    setLeftOut(0)
    setShown([])
  }
  return { requests: shown, waiting, leftOut, isReached, problem, clear }
}
