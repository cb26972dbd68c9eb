import { render } from 'ink'
import { createElement } from 'react'
import { Screen } from './screen.ts'
import { globalCommands, panes } from './panes.ts'
import { openSession, type SessionOptions } from './session.ts'
import type { Theme } from './theme.ts'
import type { Size } from './model.ts'

/** The terminal to draw on and to read keys from. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
}

/** The options of the inspector. */
export interface TuiOptions extends Pick<SessionOptions, 'service' | 'options'> {
  readonly theme: Theme
  readonly terminal: Terminal
  /** Ends the inspector when it is aborted. */
  readonly ending: AbortSignal
}

/** The maximum number of pictures per second. */
const MAX_FPS = 30

/** Runs the inspector until the user quits. Ink restores the terminal, also after an uncaught error. Spec 6.5. */
export async function runTui({ service, options, theme, terminal, ending }: TuiOptions): Promise<void> {
  const { stdin, stdout } = terminal
  const ui = { theme, panes, commands: globalCommands }
  const session = openSession({ service, options, ui, size: sizeOf(stdout), now: Date.now })
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
  const left = Promise.withResolvers<void>()
  ending.addEventListener('abort', () => left.resolve(), { once: true })
  try {
    await Promise.race([session.ended, left.promise, instance.waitUntilExit()])
  } finally {
    stdout.off('resize', resize)
    session.stop()
    instance.unmount()
    await instance.waitUntilExit()
  }
}

const sizeOf = ({ columns, rows }: NodeJS.WriteStream): Size => ({ columns: columns || 80, rows: rows || 24 })
