import { render } from 'ink'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable, PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { createElement } from 'react'
import { vi } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import { createClient } from '../../src/client/create-client.ts'
import { parseSeedFile } from '../../src/scripts/seed-file.ts'
import { seedGame } from '../../src/scripts/seed.ts'
import { paintFor } from '../../src/terminal/render/paint.ts'
import { startGame } from '../../src/testing/testing.ts'
import type { Size } from '../../src/tui/model.ts'
import { inspectorUi } from '../../src/tui/run-tui.ts'
import { Screen } from '../../src/tui/screen.ts'
import { openSession, type SessionOptions } from '../../src/tui/session.ts'

const template = join(import.meta.dirname, '../../templates/quest')

/** A running emulator with the template `quest`, its seed data and a frozen clock. */
export interface QuestGame extends AsyncDisposable {
  readonly url: string
  readonly client: Client
}

/** Starts a game of the template `quest`. */
export async function questGame(): Promise<QuestGame> {
  const game = await startGame({
    design: join(template, 'design'),
    now: '2030-01-06T12:00:00Z',
    frozen: true,
    randomSeed: 'quest',
    port: 0,
  })
  const { url } = game
  const client = createClient({ url, clientId: 'gamify-staging', clientSecret: 'gamify-dev-secret' })
  const seeds = parseSeedFile(JSON.parse(await readFile(join(template, 'seeds/players.json'), 'utf8')))
  if ('problems' in seeds) throw new Error('the seeds of the template are broken')
  await seedGame(client, seeds)
  return {
    url,
    client,
    async [Symbol.asyncDispose]() {
      await client.close()
      await game.stop()
    },
  }
}

/** An inspector on a terminal in memory. */
export interface Inspected extends AsyncDisposable {
  /** Presses keys, given as the characters that a terminal sends for them. */
  press(...keys: readonly string[]): void
  resize(size: Size): void
  /** Waits until the frame contains all parts, and returns it without colours. */
  shows(...parts: readonly (string | RegExp)[]): Promise<string>
  /** Returns everything that was written to the terminal. */
  written(): string
  readonly ended: Promise<void>
}

/** Opens an inspector on a terminal of the given size. */
export function inspect(
  client: Client,
  size: Size,
  options: Partial<SessionOptions> = {},
  isColoured = false,
): Inspected {
  const paint = paintFor({ write: () => {}, isTerminal: isColoured }, {}, false)
  const service: SessionOptions['service'] = {
    client,
    address: () => 'http://127.0.0.1:4040',
    project: {} as SessionOptions['service']['project'],
    player: undefined,
  }
  const ui = inspectorUi(paint, true)
  const flags = { config: undefined, url: undefined, runtime: undefined }
  const session = openSession({ service, ui, size, now: Date.now, options: flags, ...options })
  let written = ''
  let last = ''
  const stdout = Object.assign(
    new Writable({
      write(chunk, _, done) {
        last = String(chunk)
        written += last
        done()
      },
    }),
    { columns: size.columns, rows: size.rows, isTTY: true },
  )
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => stdin,
    ref: () => {},
    unref: () => {},
  })
  const { unmount } = render(createElement(Screen, { session }), {
    stdout: stdout as unknown as NodeJS.WriteStream,
    stdin: stdin as unknown as NodeJS.ReadStream,
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
  })
  const frame = (): string =>
    stripVTControlCharacters(last)
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
  return {
    press: (...keys) => keys.forEach((key) => stdin.write(key)),
    resize(to) {
      Object.assign(stdout, to)
      stdout.emit('resize')
      session.dispatch({ kind: 'resized', size: to })
    },
    async shows(...parts) {
      const holds = (text: string, part: string | RegExp): boolean =>
        typeof part === 'string' ? text.includes(part) : part.test(text)
      return vi.waitFor(
        () => {
          const text = frame()
          const missing = parts.filter((part) => !holds(text, part))
          if (missing.length > 0) throw new Error(`the frame lacks ${missing.map(String).join(', ')}:\n${text}`)
          return text
        },
        { timeout: 60_000, interval: 10 },
      )
    },
    written: () => written,
    ended: session.ended,
    async [Symbol.asyncDispose]() {
      session.stop()
      unmount()
    },
  }
}
