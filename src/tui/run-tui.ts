import { render } from 'ink'
import { createElement } from 'react'
import type { Paint } from '../terminal/render/paint.ts'
import { gameCommands } from './commands/game.ts'
import { createTheme } from './layout.ts'
import type { Size } from './model.ts'
import type { Ui } from './pane.ts'
import { boards } from './panes/boards.ts'
import { design } from './panes/design.ts'
import { log } from './panes/log.ts'
import { players } from './panes/players.ts'
import { processes } from './panes/processes.ts'
import { teams } from './panes/teams.ts'
import { Screen } from './screen.ts'
import { openSession, type SessionOptions } from './session.ts'

/** The terminal to draw on and to read keys from. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
}

/** The options of the inspector. */
export interface TuiOptions extends Pick<SessionOptions, 'service' | 'options' | 'past'> {
  readonly paint: Paint
  /** Whether the terminal shows more than ASCII. */
  readonly unicode: boolean
  readonly terminal: Terminal
  /** Ends the inspector when it is aborted. */
  readonly ending: AbortSignal
}

/** The maximum number of frames per second. */
const MAX_FPS = 30

/** Returns the panes and the commands of the inspector, with the theme of a terminal. */
export function inspectorUi(paint: Paint, unicode: boolean): Ui {
  return {
    theme: createTheme(paint, unicode),
    panes: { players, boards, processes, teams, design, log },
    commands: gameCommands,
  }
}

/** Runs the inspector until the user quits. Ink restores the terminal, also after an uncaught error. Spec 6.5. */
export async function runTui({ service, options, past, paint, unicode, terminal, ending }: TuiOptions): Promise<void> {
  const { stdin, stdout } = terminal
  const ui = inspectorUi(paint, unicode)
  const session = openSession({ service, options, past, ui, size: sizeOf(stdout), now: Date.now })
  const resize = (): void => session.dispatch({ kind: 'resized', size: sizeOf(stdout) })
  stdout.on('resize', resize)
  const instance = render(createElement(Screen, { session }), {
    stdin,
    stdout,
    exitOnCtrlC: false,
    patchConsole: false,
    alternateScreen: true,
    incrementalRendering: true,
    interactive: true,
    maxFps: MAX_FPS,
  })
  const aborted = Promise.withResolvers<void>()
  ending.addEventListener('abort', () => aborted.resolve(), { once: true })
  try {
    await Promise.race([session.ended, aborted.promise, instance.waitUntilExit()])
  } finally {
    stdout.off('resize', resize)
    session.stop()
    instance.unmount()
    await instance.waitUntilExit()
  }
}

/** A terminal that does not report its size counts as 80 by 24. */
const sizeOf = ({ columns, rows }: NodeJS.WriteStream): Size => ({ columns: columns || 80, rows: rows || 24 })
