import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endAllHere, runHere, serveHere } from './in-process.ts'
import { starter } from './served-game.ts'
import { command } from './spawned.ts'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-events-'))
  await cp(starter, cwd, { recursive: true })
})
afterEach(async () => {
  await endAllHere()
  await rm(cwd, { recursive: true, maxRetries: 5 })
})

const FROZEN = ['--memory', '--now', '2030-01-06T12:00:00Z', '--freeze'] as const

/** A line of the log, at the frozen time. */
const line = (what: string): string => `2030-01-06T12:00:00.000Z ${what}\n`

test('serve --log events prints a line for each event, with its game time, instead of requests', async () => {
  const serving = await serveHere([...FROZEN, '--log', 'events', '--seed', 'seeds/players.json'], { cwd })
  const call = async (...command: readonly string[]): Promise<void> => {
    const { code, stderr } = await runHere([...command, '--url', serving.url], { cwd })
    expect({ code, stderr }).toMatchObject({ code: 0 })
  }
  await call('play', 'action', 'like', '--as', 'neo', '--count', '3')
  await call('player', 'create', 'zoe', '--runtime', 'production')
  await call('player', 'list')
  await vi.waitFor(() => expect(serving.written.stderr).toContain('zoe'))
  // Neither what seeds have done before, nor any request.
  expect(serving.written.stderr).toBe(
    line('neo played Like (x3): XP 0 -> 30') +
      line('neo reached Bronze: Rank Novice -> Bronze') +
      line('neo got Rookie: Badges Rookie 0 -> 1') +
      line('production: zoe joined the game'),
  )
})

test('it says where the game continues after it went back', async () => {
  const serving = await serveHere([...FROZEN, '--log', 'events'], { cwd })
  const call = (...command: readonly string[]) => runHere([...command, '--url', serving.url], { cwd })
  await call('player', 'create', 'neo')
  await call('snapshot', 'save', 'begun')
  await call('play', 'action', 'like', '--as', 'neo')
  await vi.waitFor(() => expect(serving.written.stderr).toContain('neo played Like: XP 0 -> 10'))
  await call('snapshot', 'restore', 'begun', '--yes')
  await vi.waitFor(() =>
    expect(serving.written.stderr).toMatch(
      /Z the game was replaced by an earlier or later state; it continues after entry \d+\n/,
    ),
  )
  await call('play', 'action', 'like', '--as', 'neo')
  await vi.waitFor(() => expect(serving.written.stderr.match(/neo played Like: XP 0 -> 10/g)).toHaveLength(2))
  expect(serving.written.stderr.match(/neo joined the game/g)).toHaveLength(1)
})

test('it prints nothing of the past as new after a restore that goes forward', async () => {
  const serving = await serveHere([...FROZEN, '--log', 'events', '--seed', 'seeds/players.json'], { cwd })
  const call = async (line: string): Promise<string> => {
    const { code, stdout, stderr } = await runHere([...line.split(' '), '--url', serving.url], { cwd })
    expect({ code, stderr }).toMatchObject({ code: 0 })
    return stdout + stderr
  }
  const said = () => serving.written.stderr.replace(/^\S+Z /gm, '')
  await call('play action like --as neo')
  await call('play action like --as trinity')
  await vi.waitFor(() => expect(said()).toContain('trinity played'))
  const [, last = ''] = /^ *(\d+) .*trinity played/m.exec(await call('history')) ?? []
  // Before the log began.
  const [, snapshot = ''] = /snapshot restore ([^\s']+)/.exec(await call('rewind --to 3 --yes')) ?? []
  await vi.waitFor(() => expect(said()).toContain('continues after entry 3\n'))
  await call('player create zoe')
  await vi.waitFor(() => expect(said()).toContain('zoe joined'))
  await call(`snapshot restore ${snapshot} --yes`)
  await vi.waitFor(() => expect(said()).toContain(`continues after entry ${last}\n`))
  await call('player create max')
  await vi.waitFor(() => expect(said()).toContain('max joined'))
  const afterFirstJump = said().slice(said().indexOf('the game was replaced'))
  expect(afterFirstJump.split('\n').map((line) => line.replace(/: .*/, ''))).toEqual([
    'the game was replaced by an earlier or later state; it continues after entry 3',
    'zoe joined the game',
    `the game was replaced by an earlier or later state; it continues after entry ${last}`,
    'max joined the game',
    '',
  ])
})

test('exec takes it too, and other forms log no events', async () => {
  const play = ['play', 'action', 'like', '--as', 'neo']
  const args = ['exec', ...FROZEN, '--seed', 'seeds/players.json']
  const logged = (...flags: readonly string[]) => runHere([...args, ...flags, '--', ...command, ...play], { cwd })
  expect(await logged('--log', 'events')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(line('neo played Like: XP 0 -> 10')),
  })
  expect(await logged('--log', 'pretty')).toMatchObject({ code: 0, stderr: expect.not.stringContaining('played') })
})
