import { counted } from '../../../sentences/quantities.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import type { EndingSignal, Io, Output } from '../../../terminal/io.ts'
import { createShell, type CommonOptions } from '../../../terminal/shell.ts'
import { unreachableAddress } from '../../../terminal/unreachable.ts'
import { reportError } from '../../report-error.ts'
import type { Access } from './own-game.ts'
import type { AnswerForm, Run, Tool } from './tool.ts'

/** A short answer has this number of lines of the beginning, and of the end. */
const FIRST_LINES = 30
const LAST_LINES = 20

/** The longest line of a short answer, in UTF-16 units. */
const MAX_LINE = 400

/** The longest answer, in UTF-16 units: more would crowd out what else an agent has read. */
const MAX_ANSWER = 100_000

/** What a tool answered. */
export interface Answer {
  readonly text: string
  /** Whether the tool did not do what was asked. */
  readonly isError: boolean
}

/** The answer to a call that was cancelled, which the agent does not see. */
const cancelled: Answer = { text: 'cancelled', isError: true }

/** What surrounds a call: where it runs, and what it must heed. */
export interface Surroundings extends Pick<Run, 'mayChange'>, Pick<Io, 'onProgress'> {
  readonly io: Io
  readonly options: CommonOptions
  /** Starts the emulator of the server, if it has one that the tool needs. */
  readonly access: (() => Promise<Access>) | undefined
  /** Ends the call, as Ctrl-C ends a command. */
  readonly signal: AbortSignal
}

/**
 * Runs a tool, which prints as its commands do, and returns what it printed as its answer. An error of the tool is an
 * answer as well.
 */
export async function answerOf(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  { io, options, access, signal, mayChange, onProgress }: Surroundings,
): Promise<Answer> {
  if (signal.aborted) return cancelled
  const form = input['answer'] as AnswerForm
  const printed: string[] = []
  const output: Output = { write: (text) => void printed.push(text), isTerminal: false }
  const own = toolIo(io, output, signal, onProgress)
  let isError = false
  try {
    const { url, environment } = (await access?.()) ?? { url: options.url, environment: {} }
    const as = typeof input['as'] === 'string' ? input['as'] : options.as
    const shell = createShell(
      { ...own, env: { ...io.env, ...environment } },
      { ...options, url, as, json: form === 'json', quiet: false, colourless: true },
    )
    await tool.run(input, { shell, mayChange })
  } catch (error) {
    if (signal.aborted) return cancelled
    isError = true
    reportError(withOwnEmulator(error), own, { json: form === 'json', verbose: options.verbose, colourless: true })
  }
  return fitted(printed.join('').trimEnd(), form, isError)
}

/** Returns the environment of a tool: as that of a command without a terminal, which the signal ends. */
function toolIo(io: Io, output: Output, signal: AbortSignal, onProgress: Io['onProgress']): Io {
  return {
    stdout: output,
    stderr: output,
    stdin: async function* () {},
    env: io.env,
    cwd: io.cwd,
    program: io.program,
    files: io.files,
    now: io.now,
    ask: undefined,
    onSignal: (listener: (signal: EndingSignal) => void) => {
      if (signal.aborted) listener('SIGINT')
      else signal.addEventListener('abort', () => listener('SIGINT'), { once: true })
    },
    onOutputFailure: () => {},
    onResize: () => {},
    unwanted: signal,
    ...(onProgress && { onProgress }),
    exit: () => {},
  }
}

/** Adds to the error for an emulator that is not running how this server can have one of its own. */
function withOwnEmulator(error: unknown): unknown {
  if (!(error instanceof CliError) || unreachableAddress(error) === undefined) return error
  const { message, advice, exitCode, json, cause } = error
  const own = "or start this server with 'gamify mcp --serve', which brings an emulator of its own"
  return new CliError(message, { code: 'unreachable', exitCode, json, cause, advice: [...advice, own] })
}

/** Returns the answer to a call that is refused before a tool runs. What it quotes of the call can be of any length. */
export const refusal = (text: string): Answer => fitted(text, 'short', true)

function fitted(text: string, form: AnswerForm, isError: boolean): Answer {
  const shown = form === 'short' ? shortened(text) : text
  if (shown.length <= MAX_ANSWER) return { text: shown === '' ? 'done' : shown, isError }
  const over = `${shown.length} characters, and an answer can have ${MAX_ANSWER}`
  if (form === 'json')
    return { text: `the JSON has ${over}; ask for less, or call it with "answer": "short"`, isError: true }
  const cut = shown.slice(0, MAX_ANSWER)
  return { text: `${cut}\n… the whole answer has ${over}; ask for less`, isError }
}

/** Leaves out the middle of a long text, and the ends of long lines, and says how to get them. */
function shortened(text: string): string {
  const lines = text.split('\n')
  const left = lines.length - FIRST_LINES - LAST_LINES
  const first = lines.slice(0, left > 0 ? FIRST_LINES : undefined).map(shortLine)
  if (left <= 0) return first.join('\n')
  const note = `… ${counted(left, 'line', 'lines')} left out; call it with "answer": "full" to get all of them`
  return [...first, note, ...lines.slice(-LAST_LINES).map(shortLine)].join('\n')
}

const shortLine = (line: string): string => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line)
