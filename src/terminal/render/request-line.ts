import type { Paint } from './paint.ts'
import { printable } from './printable.ts'

/** A request that was answered, as the service lists it. Spec 6.6 `GET /requests`. */
export interface ShownRequest {
  readonly at: string
  readonly method: string
  readonly path: string
  readonly status: number
  /** How long it took. */
  readonly ms: number
  readonly error?: string | undefined
  /** The runtime that it was for, where that is known. */
  readonly runtime?: string | undefined
}

/** Whether a value is a request as the service lists one. */
export function isRequest(value: unknown): value is ShownRequest {
  const { at, method, path, status, ms } = (value ?? {}) as Record<string, unknown>
  const isTold = typeof at === 'string' && typeof method === 'string' && typeof path === 'string'
  return isTold && typeof status === 'number' && typeof ms === 'number'
}

/** A request in a line, as `gamify serve` logs it: the time of the machine, and how it was answered. */
export function requestLine({ at, method, path, status, ms, error }: ShownRequest, paint: Paint): string {
  const outcome = (status < 400 ? paint.good : paint.bad)(
    `${status}${error === undefined ? '' : ` ${printable(error)}`}`,
  )
  const time = paint.faint(printable(at.slice(11, 19)))
  return `${time} ${printable(method)} ${printable(path)} ${outcome} ${paint.faint(`${ms.toFixed(1)} ms`)}`
}
