import { execFile, execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { vi } from 'vitest'

const run = promisify(execFile)

/** Why there is no real terminal to be had; undefined where there is one. */
export function whyNoTmux(): string | undefined {
  try {
    execFileSync('tmux', ['-V'])
    return undefined
  } catch {
    return 'tmux is not installed'
  }
}

/** A real terminal with a program in it. */
export interface RealTerminal extends AsyncDisposable {
  /** Presses keys, by the names that tmux has for them. */
  press(...keys: readonly string[]): Promise<void>
  /** What it shows once that holds all of this. */
  shows(...parts: readonly string[]): Promise<string>
  resize(columns: number, rows: number): Promise<void>
  /** Whether it shows the other screen, and whether the cursor can be seen. */
  state(): Promise<{ readonly isAlternate: boolean; readonly hasCursor: boolean }>
}

/** Runs a command line of a shell in a terminal of 80 by 24. */
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
      const told = await tmux('display-message', '-p', '#{alternate_on} #{cursor_flag}')
      const [alternate, cursor] = told.trim().split(' ')
      return { isAlternate: alternate === '1', hasCursor: cursor === '1' }
    },
    async [Symbol.asyncDispose]() {
      // Its directory may be gone by now.
      await run('tmux', ['-L', socket, 'kill-server'])
    },
  }
}
