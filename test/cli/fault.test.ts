import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { fakeIo, gamify, type Outcome } from '../support/fake-io.ts'
import { type ServedStarter, serveStarter, starter } from './served-game.ts'
import { endAll, run } from './spawned.ts'

let game: ServedStarter

beforeAll(async () => {
  game = await serveStarter()
  await game.run('player create neo')
})
afterEach(async () => {
  await game.run('fault clear')
})
afterAll(async () => {
  endAll()
  await game.stop()
})

const PLAY = 'POST /v2/runtime/actions/*/play'

/** Runs a command. */
async function fault(...args: string[]): Promise<Outcome> {
  const io = fakeIo({ cwd: starter, env: { GAMIFY_URL: game.url } })
  const code = await runProgram(['fault', ...args], io)
  return { code, ...io.written }
}

const ok = (stdout: string, stderr = '') => ({ code: 0, stdout: `${stdout}\n`, stderr })

describe('gamify fault', () => {
  test('adds a rule, by which calls fail, lists it, and takes it out', async () => {
    expect(await fault('list')).toEqual(
      ok('FAULT  ROUTE  DESCRIPTION  HOW OFTEN  HITS', "no fault rules; add one with 'gamify fault add'\n"),
    )
    const [, id] = /^(fault-\d+): /.exec((await fault('add', '--route', PLAY, '--rate', '1')).stdout) ?? []
    expect(await game.run('play action like --as neo')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('error: temporary_failure: Fault on demand'),
    })
    expect((await fault('list')).stdout).toBe(
      [
        'FAULT    ROUTE                            DESCRIPTION                HOW OFTEN   HITS',
        `${id}  ${PLAY}  answers temporary_failure  every call     1`,
        '',
      ].join('\n'),
    )
    expect(await fault('clear', String(id))).toEqual(ok('1 fault rule removed, after 1 hit'))
    expect((await game.run('play action like --as neo')).code).toBe(0)
    expect(await fault('clear')).toEqual(ok('0 fault rules removed'))
  })

  test.each([
    [['--rate', '1', '--error', 'rate_limit_exceeded'], 'answers rate_limit_exceeded (every call)'],
    [['--rate', '0.1', '--delay', '2s'], 'waits 2 s (10% of calls)'],
    [['--rate', '1', '--delay', '0s'], 'waits 0 s (every call)'],
    [['--rate', '.5', '--delay', '150ms', '--drop'], 'waits 0.15 s, then drops the connection (50% of calls)'],
    [['--rate', '0.005', '--times', '1'], 'answers temporary_failure (0.5% of calls, 1 time at most)'],
    [['--rate', '0', '--times', '3', '--drop'], 'drops the connection (0% of calls, 3 times at most)'],
  ])('says what a rule does that is added with %j', async (flags, words) => {
    const { code, stdout } = await fault('add', '--route', PLAY, ...flags)
    expect({ code, stdout: stdout.replace(/^fault-\d+/, 'ID') }).toEqual({ code: 0, stdout: `ID: ${PLAY} ${words}\n` })
  })

  test('as a process prints and ends so, too', async () => {
    const place = { cwd: starter, env: { GAMIFY_URL: game.url } }
    expect(await run(['fault', 'add', '--route', PLAY, '--rate', '1'], place)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^fault-\d+: POST .* answers temporary_failure \(every call\)\n$/),
      stderr: '',
    })
    expect(await run(['fault', 'clear', 'fault-0', '--json'], place)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^\{"error":"fault_not_found",.*\}\n$/),
    })
  })

  test('prints the JSON of the service', async () => {
    const added = await fault('add', '--route', PLAY, '--rate', '0.25', '--delay', '1m', '--times', '7', '--json')
    const rule = JSON.parse(added.stdout) as object
    expect(rule).toEqual({
      id: expect.stringMatching(/^fault-\d+$/),
      route: PLAY,
      rate: 0.25,
      delay_ms: 60_000,
      times: 7,
      hits: 0,
    })
    expect(JSON.parse((await fault('list', '--json')).stdout)).toEqual({ data: [rule], total: 1 })
    expect(JSON.parse((await fault('clear', '--json')).stdout)).toEqual({ data: [rule], total: 1 })
  })

  test.each([
    [['add', '--rate', '1'], 'the route is missing'],
    [['add', '--route', PLAY], 'the share of calls is missing'],
    [['add', '--route', PLAY, '--rate', '10%'], 'Expected a share from 0 to 1'],
    [['add', '--route', PLAY, '--rate', '1.1'], 'Expected a share from 0 to 1'],
    [['add', '--route', PLAY, '--rate', '1', '--delay', 'long'], 'Expected a duration'],
    [['add', '--route', PLAY, '--rate', '1', '--times', '0'], 'Expected a whole number'],
    [['add', '--route', 'nonsense', '--rate', '1'], /'--route <pattern>'.* Expected METHOD \/path/],
    [['add', '--route', PLAY, '--rate', '1', '--error', 'forbiden'], /'--error <code>'.*did you mean 'forbidden'\?/],
    [['add', '--route', PLAY, '--rate', '1', '--delay', '200s'], /'--delay <duration>'.* of at most 120 s/],
    [
      ['add', '--route', PLAY, '--rate', '1', '--drop', '--error', 'forbidden'],
      '--drop and --error cannot be combined',
    ],
    [['ad'], "did you mean 'gamify fault add'?"],
  ])('ends with 2 where it is not used rightly: %j', async (args, words) => {
    expect(await fault(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(words) })
  })

  test.each([
    [['add', '--route', 'POST /v2/runtme/**', '--rate', '1'], 'route: no route of the service matches'],
    [['clear', 'fault-0'], "fault_not_found: The fault rule 'fault-0' does not exist"],
  ])('ends with 1 where the service says no: %j', async (args, words) => {
    expect(await fault(...args)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(words) })
  })

  test('locks nobody out who adds a rule for everything', async () => {
    const add = ['add', '--route', '* /**', '--rate', '1', '--drop']
    expect((await fault(...add)).code).toBe(0)
    expect(await game.run('play action like --as neo')).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^error: \S+ closed the connection .*\n {2}run 'gamify fault list' to see whether/),
    })
    expect(await game.run('fault clear')).toMatchObject({ code: 0, stdout: '1 fault rule removed, after 1 hit\n' })
  })

  test('hits calls, and not the lines of one that brings many', async () => {
    expect((await fault('add', '--route', PLAY, '--rate', '1')).code).toBe(0)
    const { access_token: token } = (await game.json('token')) as { access_token: string }
    const body = '{"as":"neo","action":"like"}\n'
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' }
    const answer = await fetch(`${game.url}/_gamify/commands`, { method: 'POST', headers, body })
    expect(await answer.json()).toEqual({ done: 1, failed: [] })
    expect((await game.run('play action like --as neo')).code).toBe(1)
  })

  test('ends with 3 where nobody answers', async () => {
    expect(await gamify('fault list --url http://127.0.0.1:9', { cwd: starter })).toMatchObject({ code: 3, stdout: '' })
  })
})
