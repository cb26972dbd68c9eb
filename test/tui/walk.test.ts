import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { command, endAll, run, serve } from '../cli/spawned.ts'
import { realTerminal, whyNoTmux } from './tmux.ts'

const template = join(import.meta.dirname, '../../templates/quest')
const why = whyNoTmux()

afterAll(endAll)

/** A command line of the shell that runs the inspector, and prints its exit code and `-icanon` if the terminal is still raw. */
const inspecting = (url: string, ...flags: readonly string[]): string =>
  `NODE_OPTIONS="${flags.join(' ')}" ${command.map((word) => `"${word}"`).join(' ')} tui --url ${url}; echo ended $?; stty -a | grep -o -- -icanon`

const atShell = (line: string): string => `sh -c 'echo before; ${line}; cat'`

test.skipIf(why !== undefined)(
  `in a real terminal: search, play, approve, advance the clock, resize, lose the emulator, quit${why === undefined ? '' : ` (${why})`}`,
  { timeout: 240_000 },
  async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'gamify-tui-'))
    await cp(template, cwd, { recursive: true })
    const emulator = await serve(['--memory', '--no-watch', '--freeze', '--seed', 'seeds/players.json'], { cwd })
    await using terminal = await realTerminal(atShell(inspecting(emulator.url)), cwd, {
      PATH: process.env['PATH'] ?? '',
    })
    await terminal.shows('1 of 3', 'frodo', 'METRIC', 'q quit')

    await terminal.press('/', 's', 'a')
    await terminal.shows('Players /sa', '> sam', '1 of 1')
    await terminal.press('Enter', 'p')
    await terminal.shows('Which action does sam play?', '> scout')
    await terminal.press('Enter')
    await terminal.shows('How many times?')
    await terminal.press('Enter')
    await terminal.shows('sam played Scout: XP 0 -> 5', `$ gamify play action scout --as sam --url ${emulator.url}`)

    const step = ['play', 'script', '--url', emulator.url, 'asks.json']
    await writeFile(
      join(cwd, 'asks.json'),
      JSON.stringify({ steps: [{ as: 'frodo', join: { team: 'fellowship' }, roles: { member: true } }] }),
    )
    expect(await run([...step, '--keep'], { cwd })).toMatchObject({ code: 0 })
    await terminal.press('4')
    await terminal.shows('> fellowship')
    await terminal.press('a')
    await terminal.shows("Which player's request about team", 'frodo asks to join as member')
    await terminal.press('Enter')
    await terminal.shows('accepted the request of frodo')

    await terminal.press('T')
    await terminal.shows('Advance the game clock by how')
    await terminal.press('Enter')
    await terminal.shows('$ gamify time advance 1d')

    await terminal.resize(20, 5)
    await terminal.shows('20x5 is too small')
    await terminal.resize(100, 30)
    await terminal.shows('fellowship', 'q quit')

    emulator.kill('SIGKILL')
    await terminal.shows('DISCONNECTED', 'lost the connection')
    expect(await terminal.state()).toEqual({ isAlternate: true, hasCursor: false })
    await terminal.press('q')
    const left = await terminal.shows('before', 'ended 0')
    expect(left).not.toContain('-icanon')
    expect(await terminal.state()).toEqual({ isAlternate: false, hasCursor: true })
    await rm(cwd, { recursive: true, maxRetries: 5 })
  },
)

test.skipIf(why !== undefined)(
  `a crash is told on a terminal that is as it was before${why === undefined ? '' : ` (${why})`}`,
  { timeout: 240_000 },
  async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'gamify-tui-'))
    const emulator = await serve(['--memory', '--no-watch'], { cwd })
    const crashing = `const { existsSync } = require("node:fs")
      setInterval(() => { if (existsSync("crash")) throw new Error("thrown on purpose") }, 50)`
    await writeFile(join(cwd, 'crashing.cjs'), crashing)
    const flag = '--require ./crashing.cjs'
    const env = { PATH: process.env['PATH'] ?? '' }
    await using terminal = await realTerminal(atShell(inspecting(emulator.url, flag)), cwd, env)
    await terminal.shows('There are no players yet')
    await writeFile(join(cwd, 'crash'), '')
    const left = await terminal.shows('before', 'Error: thrown on purpose', 'ended 1')
    expect(left).not.toContain('-icanon')
    expect(await terminal.state()).toEqual({ isAlternate: false, hasCursor: true })
    emulator.kill('SIGKILL')
    await rm(cwd, { recursive: true, maxRetries: 5 })
  },
)

test('without a terminal it says so, and ends with 2', async () => {
  const { code, stdout, stderr } = await run(['tui'], { cwd: tmpdir() })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('the TUI needs a terminal')
})
