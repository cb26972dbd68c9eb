import { answeredRequest, type AnsweredRequest } from '../../interface/control-answers.ts'
import { printable } from '../../sentences/printable.ts'
import type { Paint } from './paint.ts'

let schema: ReturnType<typeof answeredRequest> | undefined

/** Whether a value is a request as the service lists it. */
export const isRequest = (value: unknown): value is AnsweredRequest =>
  (schema ??= answeredRequest()).safeParse(value).success

/** Formats a request as `gamify serve` logs it: the machine's time, the route, the answer, and the duration. */
export function requestLine(
  { at, method, path, status, ms, error }: Pick<AnsweredRequest, 'at' | 'method' | 'path' | 'status' | 'ms' | 'error'>,
  paint: Paint,
): string {
  const outcome = (status < 400 ? paint.good : paint.bad)(
    `${status}${error === undefined ? '' : ` ${printable(error)}`}`,
  )
  const time = paint.faint(printable(at.slice(11, 19)))
  return `${time} ${printable(method)} ${printable(path)} ${outcome} ${paint.faint(`${ms.toFixed(1)} ms`)}`
}
