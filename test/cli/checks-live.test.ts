import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { fakeIo, type Outcome } from '../support/fake-io.ts'
import { endAll, serve, type Serving } from './spawned.ts'

let cwd: string

const noFarm = { id: 'no-farm', at_most: { metric: 'xp', gain: 2, within: '1h' } }
const grows = { id: 'xp-grows', never_falls: 'xp' }

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-checks-'))
  await save('gamify.json', { game: { id: 'watched' } })
  await save('design/metrics/xp.json', {
    id: 'xp',
    name: 'XP',
    type: 'point',
    constraints: { default: '10', min: '0', max: '1000' },
  })
  await save('design/actions/like.json', giving('like', 'add'))
  await save('design/actions/pay.json', giving('pay', 'remove'))
  await save('checks/xp.json', [noFarm, grows])
})
afterEach(async () => {
  endAll()
  await rm(cwd, { recursive: true, maxRetries: 5 })
})

const giving = (id: string, verb: string) => ({
  id,
  name: id,
  rules: [{ rewards: [{ metric: { id: 'xp', type: 'point' }, verb, value: '1' }], requires: {} }],
})

async function save(path: string, content: unknown): Promise<void> {
  const file = join(cwd, path)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
}

async function ask({ url }: Serving, request: string, body?: object): Promise<unknown> {
  const [method = '', path = ''] = request.split(' ')
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return answer.json()
}

const play = (serving: Serving, action: string) =>
  ask(serving, `POST /v2/runtime/actions/${action}/play?player_id=neo`, {})

interface ChecksAnswer {
  readonly data: readonly {
    readonly id: string
    readonly holds: boolean
    readonly violated: { readonly player: string; readonly seq: number; readonly event: string } | null
  }[]
  readonly seq: number
}
const checks = async (serving: Serving, query = '') =>
  (await ask(serving, `GET /_gamify/checks${query}`)) as ChecksAnswer
const violatedIn = ({ data }: ChecksAnswer) => data.filter(({ holds }) => !holds).map(({ id }) => id)

test('serve reports the first violation of a check, which never refuses a play', async () => {
  const serving = await serve(['--no-auth', '--memory'], { cwd })
  await ask(serving, 'POST /v2/admin/players', { id: 'neo' })
  for (let i = 0; i < 2; i++) await play(serving, 'like')
  expect(violatedIn(await checks(serving))).toEqual([])
  for (let i = 0; i < 2; i++) expect(await play(serving, 'like')).toHaveProperty('events')
  const answer = await checks(serving)
  expect(violatedIn(answer)).toEqual(['no-farm'])
  const [first] = answer.data
  expect(first?.violated).toMatchObject({ player: 'neo', seq: answer.seq - 1 })
  const line = `the check no-farm does not hold: 3 within 1h (player neo, entry ${answer.seq - 1}); run 'gamify why ${first?.violated?.event}'`
  await vi.waitFor(() => expect(serving.written.stderr).toContain(line))
  expect(serving.written.stderr.split('no-farm')).toHaveLength(2)
  expect(await ask(serving, `GET /_gamify/why/${first?.violated?.event}`)).toHaveProperty('entry')
})

test('violations up to an entry do not count with since', async () => {
  const serving = await serve(['--no-auth', '--memory'], { cwd })
  await ask(serving, 'POST /v2/admin/players', { id: 'neo' })
  await play(serving, 'like')
  await play(serving, 'pay')
  const { seq } = await checks(serving)
  expect(violatedIn(await checks(serving, `?since=${seq}`))).toEqual([])
  await play(serving, 'pay')
  const { data } = await checks(serving, `?since=${seq}`)
  expect(data.find(({ id }) => id === 'xp-grows')?.violated?.seq).toBe(seq + 1)
  expect(violatedIn(await checks(serving, '?since=999999'))).toEqual(['xp-grows'])
  expect(await ask(serving, 'GET /_gamify/checks?since=x')).toMatchObject({ error: 'invalid_request' })
})

test('a replaced game is watched anew', async () => {
  const serving = await serve(['--no-auth', '--memory'], { cwd })
  await ask(serving, 'POST /v2/admin/players', { id: 'neo' })
  await play(serving, 'pay')
  expect(violatedIn(await checks(serving))).toEqual(['xp-grows'])
  await ask(serving, 'POST /_gamify/rewind', { to: 2 })
  expect(violatedIn(await checks(serving))).toEqual([])
})

test('a reset is watched from its beginning, without a word about the empty design that it begins with', async () => {
  const serving = await serve(['--no-auth', '--memory'], { cwd })
  await ask(serving, 'POST /v2/admin/players', { id: 'neo' })
  await play(serving, 'pay')
  await ask(serving, 'DELETE /_gamify/state')
  expect(violatedIn(await checks(serving))).toEqual([])
  await ask(serving, 'POST /v2/admin/players', { id: 'neo' })
  await play(serving, 'pay')
  expect(violatedIn(await checks(serving))).toEqual(['xp-grows'])
  // The log is read once it has told of the violation in the new game, which comes after all about the reset.
  await vi.waitFor(() => expect(serving.written.stderr.split('check xp-grows does not hold')).toHaveLength(3))
  expect(serving.written.stderr).not.toContain('checks have problems')
})

test('the files are followed, and a broken one is reported with its place', async () => {
  const serving = await serve(['--no-auth', '--memory'], { cwd })
  await ask(serving, 'POST /v2/admin/players', { id: 'neo' })
  await save('checks/xp.json', [noFarm, { ...grows, never_falls: 'xpp' }])
  const problem = "checks/xp.json:12:20: 1.never_falls: unknown metric 'xpp' (did you mean 'xp'?)"
  await vi.waitFor(() => expect(serving.written.stderr).toContain(problem), 10_000)
  // The checks from before stay.
  await play(serving, 'pay')
  expect(violatedIn(await checks(serving))).toEqual(['xp-grows'])
  // They also stay when the design is saved meanwhile.
  await save('design/actions/like.json', giving('like', 'remove'))
  await vi.waitFor(() => expect(serving.written.stderr).toContain('actions/like'), 10_000)
  expect((await checks(serving)).data.map(({ id }) => id)).toEqual(['no-farm', 'xp-grows'])
  const { problems } = (await ask(serving, 'GET /_gamify/design')) as { problems: readonly unknown[] }
  expect(problems).toHaveLength(1)
  await save('checks/xp.json', [noFarm])
  await vi.waitFor(() => expect(serving.written.stderr).toContain('the checks are valid again'), 10_000)
  expect((await checks(serving)).data.map(({ id }) => id)).toEqual(['no-farm'])
})

test('what was found of checks stays when a design is saved, and one without a place in it is no longer watched', async () => {
  const rich = { type: 'metric', context: { id: 'gold', type: 'point', operator: 'ge', value: '0' } }
  await save('design/metrics/gold.json', { id: 'gold', name: 'Gold', type: 'point' })
  await save('checks/gold.json', { id: 'rich', always: rich })
  const serving = await serve(['--no-auth', '--memory'], { cwd })
  await ask(serving, 'POST /v2/admin/players', { id: 'neo' })
  await play(serving, 'pay')
  for (let i = 0; i < 3; i++) await play(serving, 'like')
  const before = await checks(serving)
  expect(violatedIn(before)).toEqual(['xp-grows'])
  await rm(join(cwd, 'design/metrics/gold.json'))
  const problem = "checks/gold.json:6:13: always.context.id: unknown metric 'gold'"
  await vi.waitFor(() => expect(serving.written.stderr).toContain(problem), 10_000)
  const after = await checks(serving)
  expect(after.data).toEqual(before.data.filter(({ id }) => id !== 'rich'))
  expect(((await ask(serving, 'GET /_gamify/design')) as { problems: readonly unknown[] }).problems).toHaveLength(1)
  // The gains from before the design count too.
  await play(serving, 'like')
  expect(violatedIn(await checks(serving))).toEqual(['no-farm', 'xp-grows'])
})

test('a project that has no checks can get some while it is served', async () => {
  await rm(join(cwd, 'checks'), { recursive: true })
  const serving = await serve(['--no-auth', '--memory'], { cwd })
  expect((await checks(serving)).data).toEqual([])
  await save('checks/grows.json', { never_falls: 'xp' })
  await vi.waitFor(async () => expect((await checks(serving)).data).toHaveLength(1), 10_000)
})

test('a saved design is watched with the checks from its first entry on', async () => {
  await save('checks/xp.json', {
    id: 'rich',
    always: { type: 'metric', context: { id: 'gold', type: 'point', operator: 'ge', value: '0' } },
  })
  const serving = await serve(['--no-auth', '--memory'], { cwd })
  expect((await checks(serving)).data).toEqual([])
  await save('design/metrics/gold.json', { id: 'gold', name: 'Gold', type: 'point' })
  await vi.waitFor(async () => expect((await checks(serving)).data).toHaveLength(1), 10_000)
})

const atLeast = (value: string) => ({
  id: 'enough',
  always: { type: 'metric', context: { id: 'xp', type: 'point', operator: 'ge', value } },
})

test('all players are judged when a check is new, after a restart, and after a rewind', async () => {
  await save('checks/xp.json', atLeast('0'))
  const data = ['--no-auth', '--data', 'data']
  const first = await serve(data, { cwd })
  for (const id of ['neo', 'mia']) await ask(first, 'POST /v2/admin/players', { id })
  await play(first, 'pay')
  const { seq } = await checks(first)
  await ask(first, 'POST /v2/admin/players', { id: 'zoe' })
  expect(violatedIn(await checks(first))).toEqual([])
  // Nothing touches anyone from now on.
  await save('checks/xp.json', atLeast('10'))
  const line = (entry: number) =>
    `the check enough does not hold: xp = 9 (player neo, entry ${entry}); run 'gamify why `
  await vi.waitFor(() => expect(first.written.stderr).toContain(line(seq + 1)), 10_000)
  const { violated } = (await checks(first)).data[0] ?? {}
  expect(violated).toMatchObject({ player: 'neo', seq: seq + 1 })
  expect(await ask(first, `GET /_gamify/why/${violated?.event}`)).toHaveProperty('entry')
  await ask(first, 'POST /_gamify/rewind', { to: seq })
  const rewound = await checks(first)
  expect(rewound.data[0]?.violated).toMatchObject({ player: 'neo', seq: rewound.seq })
  first.kill('SIGTERM')
  await first.ended
  const second = await serve(data, { cwd })
  await vi.waitFor(() => expect(second.written.stderr).toContain(line(rewound.seq)), 10_000)
  expect(violatedIn(await checks(second))).toEqual(['enough'])
})

test('gains from before a restart and a rewind count, and losses too, but none from before the window', async () => {
  const data = ['--no-auth', '--data', 'data']
  const first = await serve(data, { cwd })
  for (const id of ['neo', 'mia', 'zoe']) await ask(first, 'POST /v2/admin/players', { id })
  const playAs = (serving: Serving, id: string, action: string, count: number) =>
    ask(serving, `POST /v2/runtime/actions/${action}/play?player_id=${id}`, { count })
  await playAs(first, 'zoe', 'like', 2)
  await ask(first, 'PATCH /_gamify/clock', { advance: '1h' })
  await playAs(first, 'mia', 'pay', 1)
  await playAs(first, 'neo', 'like', 2)
  first.kill('SIGTERM')
  await first.ended
  const second = await serve(data, { cwd })
  const farm = async () => (await checks(second)).data.find(({ id }) => id === 'no-farm')
  await playAs(second, 'zoe', 'like', 2)
  await playAs(second, 'mia', 'like', 3)
  expect(await farm()).toMatchObject({ holds: true })
  const { seq } = await checks(second)
  await playAs(second, 'neo', 'like', 1)
  expect(await farm()).toMatchObject({ violated: { player: 'neo', seq: seq + 1 } })
  await ask(second, 'POST /_gamify/rewind', { to: seq })
  expect(await farm()).toMatchObject({ holds: true })
  await playAs(second, 'neo', 'like', 1)
  expect(await farm()).toMatchObject({ violated: { player: 'neo' } })
})

async function exec(...args: readonly string[]): Promise<Outcome> {
  const io = fakeIo({ cwd, env: { PATH: process.env['PATH'] } })
  const code = await runProgram(['exec', '--no-auth', ...args], io)
  return { code, ...io.written }
}

const paying = (status = 0) => [
  '--',
  process.execPath,
  '--input-type=module',
  '-e',
  `const ask = (path, body) => fetch(process.env.GAMIFY_URL + path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
   await ask('/v2/admin/players', { id: 'neo' })
   await ask('/v2/runtime/actions/pay/play?player_id=neo', {})
   process.exit(${status})`,
]

test('exec reports a violation, and with --checks fail exits with 1, unless its command failed', async () => {
  const reported = await exec(...paying())
  expect(reported).toMatchObject({ code: 0, stderr: expect.stringContaining('the check xp-grows does not hold') })
  const failed = await exec('--checks', 'fail', ...paying())
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('these checks did not hold: xp-grows') })
  expect(await exec('--checks', 'fail', ...paying(7))).toMatchObject({ code: 7 })
  await save('checks/xp.json', [noFarm])
  expect(await exec('--checks', 'fail', ...paying())).toMatchObject({ code: 0 })
})

test('exec refuses broken checks with 2', async () => {
  await save('checks/xp.json', { never_falls: 'xpp' })
  expect(await exec(...paying())).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("checks/xp.json:2:18: never_falls: unknown metric 'xpp'"),
  })
})
