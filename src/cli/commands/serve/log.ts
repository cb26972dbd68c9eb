import type { EmulatorSettings } from '../../../emulator/settings.ts'
import { toIso } from '../../../game/kernel/instant.ts'
import { printable } from '../../../sentences/printable.ts'
import type { Defect } from '../../../server/defect.ts'
import type { RequestRecord } from '../../../server/request-log.ts'
import { paintFor, type Paint } from '../../../terminal/render/paint.ts'
import { requestLine } from '../../../terminal/render/request-line.ts'
import { restoredDesignText } from '../../../terminal/restored.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { reportFacts, reportText, type Report } from './design-report.ts'

/** What to log on stderr: requests as text or JSON, events of the game, or nothing. Spec 6.3 `--log`. */
export type LogForm = 'pretty' | 'json' | 'events' | 'silent'

/** An event of the game as a sentence. */
interface LoggedEvent {
  /** Game time, in ms since 1970. */
  readonly at: number
  readonly runtime: 'staging' | 'production'
  readonly sentence: string
}

/** Logs on stderr while a game is served. Spec 6.3 `--log`. */
export interface Log {
  /** Undefined if requests are not logged, because measuring a request has a cost. */
  readonly request: ((record: RequestRecord) => void) | undefined
  /** Undefined if events are not logged, because reading the history has a cost. */
  readonly event: ((event: LoggedEvent) => void) | undefined
  /**
   * Logs a defect, whatever the form of the log, so that the id of a 500 can be found. The stack is logged only with
   * `--verbose`. A failure of the storage is logged as a warning. Spec 5.2, 6.2.
   */
  readonly defect: (defect: Defect) => void
  /** Logs a problem that stops nothing. */
  readonly warn: (message: string) => void
  /** Logs a report about the design, its images, and their files. */
  readonly design: (report: Report) => void
  /** Logs which design a restored game runs, if it recorded another one than the current one. */
  readonly restored: NonNullable<EmulatorSettings['onRestored']>
}

/** Where and how to log. */
interface LogTarget {
  readonly write: (line: string) => void
  readonly now: () => number
  readonly stacks: boolean
  readonly cwd: string
}

/** Creates a log in one of the forms. The form `silent` only logs defects. */
export function createLog(form: LogForm, { io, options }: Shell): Log {
  const write = (line: string): void => io.stderr.write(`${line}\n`)
  const target: LogTarget = { write, now: io.now, stacks: options.verbose, cwd: io.cwd }
  if (form === 'json') return jsonLog(target)
  const label = form === 'events' ? 'real time ' : ''
  const pretty = prettyLog({ ...target, label }, paintFor(io.stderr, io.env, options.colourless))
  const nothing = (): void => {}
  if (form === 'pretty') return { ...pretty, event: undefined }
  if (form === 'events') return { ...pretty, request: undefined }
  const defect: Log['defect'] = (defect) => {
    if (!defect.isStorage) pretty.defect(defect)
  }
  return { request: undefined, event: undefined, defect, warn: nothing, design: nothing, restored: nothing }
}

/** `label` precedes each machine time, to tell it from game time. */
function prettyLog({ write, now, stacks, cwd, label }: LogTarget & { readonly label: string }, paint: Paint): Log {
  const time = (at: number): string => paint.faint(`${label}${new Date(at).toISOString().slice(11, 19)}`)
  const warn: Log['warn'] = (message) => write(`${time(now())} ${paint.bad('warning')} ${message}`)
  return {
    request: ({ at, ...record }) => write(requestLine({ at: new Date(at).toISOString(), ...record }, paint)),
    event: ({ at, runtime, sentence }) => {
      const where = runtime === 'production' ? 'production: ' : ''
      write(`${paint.faint(toIso(at))} ${where}${sentence}`)
    },
    defect: ({ id, isStorage, method, path, error }) => {
      const where = `${method} ${printable(path)}`
      if (isStorage) return warn(`${where}: ${stacks ? stackOf(error) : printable(messageOf(error))}`)
      const what = stacks
        ? `\n${stackOf(error)}`
        : ` ${printable(String(error))} ${paint.faint('(--verbose shows where)')}`
      write(`${time(now())} ${paint.bad(`defect ${id}`)} in ${where}:${what}`)
    },
    warn,
    design: (report) => {
      const { isWarning, text } = reportText(report, cwd)
      write(`${time(now())} ${isWarning ? paint.bad('warning') : paint.good('design')} ${text}`)
    },
    restored: (runtime, restored) => {
      const text = `${runtime}: ${restoredDesignText(restored)}`
      if (restored.runs === 'recorded') warn(text)
      else write(`${time(now())} ${paint.good('design')} ${text}`)
    },
  }
}

function jsonLog({ write, now, stacks, cwd }: LogTarget): Log {
  const writeLine = (level: string, at: number, facts: object): void =>
    write(JSON.stringify({ time: new Date(at).toISOString(), level, ...facts }))
  return {
    event: undefined,
    request: ({ at, ...facts }) => writeLine('info', at, facts),
    defect: ({ id, isStorage, error, method, path }) => {
      const facts = { method, path, ...(stacks && { stack: stackOf(error) }) }
      if (isStorage) writeLine('warning', now(), { ...facts, message: messageOf(error) })
      else writeLine('error', now(), { id, ...facts, message: String(error) })
    },
    warn: (message) => writeLine('warning', now(), { message }),
    design: (report) => {
      const { isWarning, facts } = reportFacts(report, cwd)
      writeLine(isWarning ? 'warning' : 'info', now(), facts)
    },
    restored: (runtime, { runs, changes }) =>
      writeLine(runs === 'recorded' ? 'warning' : 'info', now(), { design: 'restored', runtime, runs, changes }),
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
