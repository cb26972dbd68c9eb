import { execFile, execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { vi } from 'vitest'

const run = promisify(execFile)

/** Returns why no real terminal is available, or undefined if one is. */
export function whyNoTmux(): string | undefined {
  try {
    execFileSync('tmux', ['-V'])
    return undefined
  } catch {
    return 'tmux is not installed'
  }
}

/** A real terminal that runs a program. */
export interface RealTerminal extends AsyncDisposable {
  /** Presses keys, given by their names in tmux. */
  press(...keys: readonly string[]): Promise<void>
  /** Waits until the terminal shows all parts, and returns what it shows. */
  shows(...parts: readonly string[]): Promise<string>
  resize(columns: number, rows: number): Promise<void>
  /** Returns whether the terminal shows the alternate screen, and whether the cursor is visible. */
  state(): Promise<{ readonly isAlternate: boolean; readonly hasCursor: boolean }>
}

/** Runs a command line of the shell in a terminal with 80 columns and 24 lines. */
export async function realTerminal(
  line: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<RealTerminal> {
  const socket = `gamify-${randomUUID()}`
  const tmux = async (...args: readonly string[]): Promise<string> =>
    (await run('tmux', ['-L', socket, '-u', '-f', '/dev/null', ...args], { cwd, env: { ...process.env, ...env } }))
      .stdout
  await tmux('new-session', '-d', '-x', '80', '-y', '24', line)
  return {
    async press(...keys) {
      await tmux('send-keys', ...keys)
    },
    shows: (...parts) =>
      vi.waitFor(
        async () => {
          const shown = await tmux('capture-pane', '-p')
          const missing = parts.filter((part) => !shown.includes(part))
          if (missing.length > 0) throw new Error(`the terminal does not show ${missing.join(', ')}:\n${shown}`)
          return shown
        },
        { timeout: 30_000, interval: 50 },
      ),
    async resize(columns, rows) {
      await tmux('resize-window', '-x', String(columns), '-y', String(rows))
    },
    async state() {
      const state = await tmux('display-message', '-p', '#{alternate_on} #{cursor_flag}')
      const [alternate, cursor] = state.trim().split(' ')
      return { isAlternate: alternate === '1', hasCursor: cursor === '1' }
    },
    async [Symbol.asyncDispose]() {
      // A test can delete the directory of the terminal before, so the command runs elsewhere.
      await run('tmux', ['-L', socket, 'kill-server'])
    },
  }
}
