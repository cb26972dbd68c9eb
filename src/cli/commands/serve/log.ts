import type { Defect } from '../../../server/defect.ts'
import type { RequestRecord } from '../../../server/request-log.ts'
import { printable } from '../../render/printable.ts'
import { paintFor, type Paint } from '../../render/paint.ts'
import type { Shell } from '../../shell.ts'

/** What is told on stderr while a game is served. Spec 6.3 `--log`. */
export interface Log {
  /** Undefined where nobody wants to know: measuring a request costs something too. */
  readonly request: ((record: RequestRecord) => void) | undefined
  readonly defect: (defect: Defect) => void
  /** What is not as it should be and stops nothing. */
  readonly warn: (message: string) => void
}

/** A log as people read it, as one JSON object a line, or none. */
export function createLog(form: 'pretty' | 'json' | 'silent', { io, options }: Shell): Log {
  const write = (line: string): void => io.stderr.write(`${line}\n`)
  switch (form) {
    case 'pretty':
      return prettyLog(write, paintFor(io.stderr, io.env, options.colourless), io.now)
    case 'json':
      return jsonLog(write, io.now)
    case 'silent':
      return { request: undefined, defect: () => {}, warn: () => {} }
  }
}

function prettyLog(write: (line: string) => void, paint: Paint, now: () => number): Log {
  const time = (at: number): string => paint.faint(new Date(at).toISOString().slice(11, 19))
  return {
    request: ({ at, method, path, status, ms, error }) => {
      const outcome = (status < 400 ? paint.good : paint.bad)(`${status}${error === undefined ? '' : ` ${error}`}`)
      write(`${time(at)} ${method} ${printable(path)} ${outcome} ${paint.faint(`${ms.toFixed(1)} ms`)}`)
    },
    defect: ({ id, method, path, error }) => {
      write(`${time(now())} ${paint.bad(`defect ${id}`)} in ${method} ${printable(path)}\n${stackOf(error)}`)
    },
    warn: (message) => write(`${time(now())} ${paint.bad('warning')} ${message}`),
  }
}

function jsonLog(write: (line: string) => void, now: () => number): Log {
  const tell = (level: string, at: number, facts: object): void =>
    write(JSON.stringify({ time: new Date(at).toISOString(), level, ...facts }))
  return {
    request: ({ at, ...facts }) => tell('info', at, facts),
    defect: ({ error, ...facts }) => tell('error', now(), { ...facts, message: stackOf(error) }),
    warn: (message) => tell('warning', now(), { message }),
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
