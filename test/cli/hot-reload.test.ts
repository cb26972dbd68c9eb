import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formWithFile } from '../../src/client/create-client.ts'
import { redAndBlue } from '../support/images.ts'
import { endAll, run, serve, type Serving } from './spawned.ts'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-reload-'))
  await save('metrics/xp.json', xp)
  await save('actions/like.json', like('1'))
})
afterEach(async () => {
  endAll()
  await rm(cwd, { recursive: true, maxRetries: 5 })
})

const xp = { id: 'xp', name: 'XP', type: 'point' }
const like = (value: string) => ({
  id: 'like',
  name: 'Like',
  rules: [{ rewards: [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value }], requires: {} }],
})

async function save(path: string, content: unknown): Promise<void> {
  const file = join(cwd, 'design', path)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
}

const textOf = (path: string): Promise<string> => readFile(join(cwd, 'design', path), 'utf8')

/** Serves the directory to everybody, with a player. */
async function serveOpen(...args: readonly string[]): Promise<Serving> {
  const serving = await serve(['--no-auth', ...args], { cwd })
  await ask(serving, 'POST /v2/admin/players', { id: 'neo' })
  return serving
}

async function ask({ url }: Serving, request: string, body?: object): Promise<unknown> {
  const [method = '', path = ''] = request.split(' ')
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${request} is answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

/** What a play of `like` adds to xp. */
async function gain(serving: Serving): Promise<number> {
  const { events } = (await ask(serving, 'POST /v2/runtime/actions/like/play?player_id=neo', {})) as {
    events: { local: { changes: { delta: { old: string | null; new: string } }[] }[] }
  }
  const { old, new: now } = events.local[0]?.changes[0]?.delta ?? { old: '0', new: '0' }
  return Number(now) - Number(old)
}

/** The lines that a server has logged about its design, without their time. */
const linesOf = ({ written }: Serving): readonly string[] =>
  written.stderr.split('\n').flatMap((line) => /^\d\d:\d\d:\d\d ((?:design|warning) .*)/.exec(line)?.[1] ?? [])

async function stop(serving: Serving): Promise<void> {
  const begin = performance.now()
  serving.kill('SIGTERM')
  expect(await serving.ended).toMatchObject({ code: 0, signal: null })
  expect(performance.now() - begin).toBeLessThan(2_000)
}

test.each([[[]], [['--poll']]])(
  'a saved file is what the game plays by, with a line in the log (%j)',
  async (flags) => {
    const serving = await serveOpen(...flags)
    expect(await gain(serving)).toBe(1)
    await save('actions/like.json', like('7'))
    await expect.poll(() => gain(serving), { timeout: 5000 }).toBe(7)
    await expect
      .poll(() => linesOf(serving), { timeout: 5000 })
      .toEqual([expect.stringMatching(/^design actions\/like: .*1.* -> .*7/)])
    await stop(serving)
    // It is kept too: the next start has nothing to tell.
    const again = await serve(['--no-auth'], { cwd })
    expect(await gain(again)).toBe(7)
  },
)

test('a broken file is reported at its place, and the game goes on until it is mended', async () => {
  const serving = await serveOpen('--log', 'pretty')
  await save('actions/like.json', '{\n  "id": "like",\n  "name": 7\n}')
  await expect.poll(() => serving.written.stderr, { timeout: 5000 }).toMatch(/^design\/actions\/like\.json:3:11: name/m)
  expect(await gain(serving)).toBe(1)
  const file = join(cwd, 'design/actions/like.json')
  const problem = { file, line: 3, column: 11, kind: 'actions', id: 'like', path: 'name', message: expect.any(String) }
  const loaded = [
    { kind: 'metrics', id: 'xp', file: join(cwd, 'design/metrics/xp.json') },
    { kind: 'actions', id: 'like', file },
  ]
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
  const design = { directory: join(cwd, 'design'), hash, loaded }
  expect(await ask(serving, 'GET /_gamify/design')).toEqual({ ...design, problems: [problem] })
  await save('actions/like.json', like('3'))
  await expect.poll(() => gain(serving), { timeout: 5000 }).toBe(3)
  await expect.poll(() => ask(serving, 'GET /_gamify/design')).toEqual({ ...design, problems: [] })
  expect(linesOf(serving)).toEqual([
    'warning the design has problems; the last valid design stays active:',
    expect.stringMatching(/^design valid again: actions\/like/),
  ])
})

test('with --log json each piece of news is an object', async () => {
  const serving = await serveOpen('--log', 'json')
  await save('metrics/xp.json', { ...xp, name: 'Points' })
  await expect.poll(() => serving.written.stderr, { timeout: 5000 }).toContain('"design":"changed"')
  const lines = serving.written.stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(lines).toContainEqual({
    time: expect.any(String),
    level: 'info',
    design: 'changed',
    mended: false,
    changes: ['metrics/xp: name XP -> Points'],
  })
})

test('with --no-watch the game is as it was', async () => {
  const serving = await serveOpen('--no-watch')
  await save('actions/like.json', like('7'))
  await sleep(1500)
  expect(await gain(serving)).toBe(1)
  expect(linesOf(serving)).toEqual([])
  await stop(serving)
})

test('a directory that comes later is taken', async () => {
  await rename(join(cwd, 'design'), join(cwd, 'later'))
  const serving = await serveOpen()
  await rename(join(cwd, 'later'), join(cwd, 'design'))
  await expect
    .poll(() => linesOf(serving), { timeout: 5000 })
    .toEqual(['design metrics/xp: added; actions/like: added'])
  expect(await gain(serving)).toBe(1)
})

const PATCH_XP = 'PATCH /v2/design/versions/latest/metrics/xp'

test('what a route changes stays out of the files, with a warning for each save, over a restart too', async () => {
  const serving = await serveOpen()
  const before = await textOf('metrics/xp.json')
  await ask(serving, PATCH_XP, { name: 'Points' })
  const warning = expect.stringMatching(/^warning .* differs from the files: metrics\/xp: name XP -> Points$/)
  await expect.poll(() => linesOf(serving), { timeout: 5000 }).toEqual([warning])
  expect(serving.written.stderr).toContain('gamify design export')
  await stop(serving)
  const again = await serve(['--no-auth'], { cwd })
  await expect.poll(() => linesOf(again), { timeout: 5000 }).toEqual([warning])
  expect(await ask(again, 'GET /v2/design/versions/latest/metrics/xp')).toMatchObject({ name: 'Points' })
  expect(await textOf('metrics/xp.json')).toBe(before)
})

test('with --write-back what a route changes is in the files, and is no edit of them', async () => {
  const serving = await serveOpen('--write-back')
  const lines: string[] = []
  const tells = async (line: string): Promise<void> => {
    lines.push(line)
    await expect.poll(() => linesOf(serving), { timeout: 5000 }).toEqual(lines)
  }
  await ask(serving, PATCH_XP, { name: 'Points' })
  await tells('design wrote design/metrics/xp.json; deploy it to use it on staging')
  await ask(serving, 'POST /v2/design/versions/latest/metrics', { id: 'gold', name: 'Gold', type: 'point' })
  await tells('design wrote design/metrics/gold.json; deploy it to use it on staging')
  await ask(serving, 'DELETE /v2/design/versions/latest/actions/like')
  await tells('design removed design/actions/like.json; deploy it to use it on staging')
  expect(await textOf('metrics/xp.json')).toBe(JSON.stringify({ ...xp, name: 'Points' }, null, 2))
  await sleep(300)
  expect(linesOf(serving)).toHaveLength(3)
  // Saved, and not deployed: a file of ours is no deployment.
  expect(await gain(serving)).toBe(1)
  expect((await run(['design', 'validate'], { cwd })).code).toBe(0)
  await stop(serving)
  const again = await serve(['--no-auth', '--write-back'], { cwd })
  expect(again.written.stdout).toMatch(
    /^ +latest +has 3 changes that staging does not have yet; '(node )?\S*gamify\S* design deploy' deploys it$/m,
  )
  await ask(again, 'POST /v2/design/versions/latest/deploy')
  await stop(again)
  const last = await serve(['--no-auth', '--write-back'], { cwd })
  expect(last.written.stdout).not.toMatch(/latest/)
})

const upload = async ({ url }: Serving, image: Buffer): Promise<string> => {
  const { headers, body } = formWithFile(image)
  const answer = await fetch(`${url}/v2/design/images`, { method: 'POST', headers, body: body as never })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { id: string }).id
}

test('images that routes upload and delete are told to differ, and with --write-back written and removed', async () => {
  const image = await redAndBlue(8, 4).jpeg().toBuffer()
  const plain = await serve(['--no-auth'], { cwd })
  const id = await upload(plain, image)
  const differing = `warning a route changed images, so they differ from the files: images/${id}: added`
  await expect.poll(() => linesOf(plain), { timeout: 5000 }).toEqual([differing])
  await stop(plain)
  const serving = await serve(['--no-auth', '--write-back'], { cwd })
  const path = join('design', 'images', `${id}.png`)
  await expect.poll(() => linesOf(serving), { timeout: 5000 }).toEqual([`design wrote ${path}`])
  expect((await readFile(join(cwd, path))).toString('latin1', 1, 4)).toBe('PNG')
  expect(await ask(serving, 'GET /v2/design/images')).toMatchObject([{ id }])
  await ask(serving, `DELETE /v2/design/images/${id}`)
  await expect
    .poll(() => linesOf(serving), { timeout: 5000 })
    .toEqual([`design wrote ${path}`, `design removed ${path}`])
  await sleep(400)
  expect(linesOf(serving)).toHaveLength(2)
  expect(await readdir(join(cwd, 'design/images'))).toEqual([])
  expect(await ask(serving, 'GET /v2/design/images')).toEqual([])
})

test('an edit of gamify.json is told to count after a restart', async () => {
  await writeFile(join(cwd, 'gamify.json'), '{}')
  const serving = await serveOpen()
  await sleep(500)
  await writeFile(join(cwd, 'gamify.json'), '{ "title": "Other" }')
  await expect
    .poll(() => linesOf(serving), { timeout: 5000 })
    .toEqual(['warning gamify.json changed; restart the emulator to apply it'])
  await stop(serving)
})

const CHANGE = 'actions/like: rules.0.rewards.xp.value 1 -> 77'

/** A game of which `old` is a snapshot and `state.ndjson` an export, both with the rules before the files changed. */
async function withOldRules(serving: Serving): Promise<void> {
  expect(await gain(serving)).toBe(1)
  for (const line of ['snapshot save old', 'state export state.ndjson'])
    expect(await command(serving, line)).toMatchObject({ code: 0 })
}

const command = ({ url }: Serving, line: string) => run([...line.split(' '), '--url', url], { cwd })

test.each(['snapshot restore old', 'rewind --to 4', 'state import state.ndjson'])(
  'where files are watched, their design is active again after %s',
  async (line) => {
    const serving = await serveOpen()
    await withOldRules(serving)
    await save('actions/like.json', like('77'))
    await expect.poll(() => gain(serving), { timeout: 5000 }).toBe(77)
    const { code, stdout } = await command(serving, line)
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining(
        `the current design is active again, and differs from the recorded one: ${CHANGE}\n`,
      ),
    })
    expect(await gain(serving)).toBe(77)
    expect((await command(serving, 'history --json')).stdout).toMatch(
      /"op":"design\.deploy".*\n.*"op":"actions?\.play"/,
    )
    expect(linesOf(serving)).toContainEqual(
      expect.stringContaining('design staging: the current design is active again'),
    )
    // What the output says to run undoes it.
    const { stderr } = await command(serving, line)
    const [, undo = ''] = /run 'gamify (snapshot restore [\w-]+) --url \S+' to undo this/.exec(stderr) ?? []
    expect(await command(serving, undo)).toMatchObject({ code: 0 })
    expect(await gain(serving)).toBe(77)
  },
)

const ladder = (threshold: string): object => ({
  id: 'ladder',
  name: 'Ladder',
  type: 'level',
  base_metric: 'xp',
  level_metric: 'rank',
  levels: [{ rank: 'Low', threshold }, { rank: 'High' }],
})

test.each(['snapshot restore old', 'rewind --to 4', 'state import state.ndjson'])(
  'how many players are out of line with the design that is active again is told after %s',
  async (line) => {
    const rank = {
      id: 'rank',
      name: 'Rank',
      type: 'state',
      constraints: { states: [{ name: 'Low' }, { name: 'High' }] },
    }
    await save('metrics/rank.json', rank)
    await save('rules/ladder.json', ladder('5'))
    const serving = await serveOpen()
    await withOldRules(serving)
    const told = "1 player does not have the level that the new rules give; run 'gamify design reevaluate"
    await save('rules/ladder.json', ladder('0.5'))
    const linesThatTell = (): readonly string[] => linesOf(serving).filter((each) => each.startsWith(`warning ${told}`))
    await expect.poll(() => linesThatTell().length, { timeout: 5000 }).toBe(1)
    expect((await command(serving, line)).stderr).toContain(`${told} --url ${serving.url}'\n`)
    await expect.poll(() => linesThatTell().length, { timeout: 5000 }).toBe(2)
  },
)

test.each(['snapshot restore old', 'rewind --to 4', 'state import state.ndjson'])(
  'where the files have problems, the last valid design is active after %s, and command and log say so',
  async (line) => {
    const serving = await serveOpen()
    await withOldRules(serving)
    await save('actions/like.json', like('77'))
    await expect.poll(() => gain(serving), { timeout: 5000 }).toBe(77)
    const broken = 'the design files have problems, so the last valid design stays active'
    expect((await command(serving, line)).stderr).not.toContain(broken)
    await save('actions/like.json', '{')
    await expect.poll(() => linesOf(serving).at(-1), { timeout: 5000 }).toMatch(/the last valid design stays active:$/)
    const { code, stderr } = await command(serving, line)
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(
        new RegExp(`^warning ${broken}; run 'gamify design validate --url \\S+' to see them$`, 'm'),
      ),
    })
    expect(linesOf(serving)).toContain(`warning ${broken}`)
    expect(await gain(serving)).toBe(77)
  },
)

test('an action that is only in files with problems is not found, and the error says that they have problems', async () => {
  const serving = await serveOpen()
  const advice = 'the design files have problems, so the game does not run them; run'
  expect((await command(serving, 'play action hug --as neo')).stderr).not.toContain(advice)
  await save('actions/hug.json', { id: 'hug', name: 'Hug' })
  await save('actions/like.json', '{')
  await expect.poll(() => linesOf(serving).at(-1), { timeout: 5000 }).toMatch(/the last valid design stays active:$/)
  const { code, stderr } = await command(serving, 'play action hug --as neo')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^error: action_not_found: .*\n/)
  expect(stderr).toContain(`\n  ${advice} 'gamify design validate`)
})

test('with the recorded design, the difference is reported by the command, the log, design diff and doctor', async () => {
  const serving = await serveOpen()
  await withOldRules(serving)
  expect((await command(serving, 'design diff --exit-code')).code).toBe(0)
  await save('actions/like.json', like('77'))
  await expect.poll(() => gain(serving), { timeout: 5000 }).toBe(77)
  const { stderr } = await command(serving, 'snapshot restore old --with-design recorded')
  expect(stderr).toContain(`warning the recorded design is active now; the current one differs from it: ${CHANGE}\n`)
  expect(await gain(serving)).toBe(1)
  expect(linesOf(serving).at(-1)).toContain('warning staging: the recorded design is active now')
  const diff = await command(serving, 'design diff --exit-code')
  expect(diff).toMatchObject({ code: 1, stdout: expect.stringContaining(CHANGE) })
  const { undeployed } = JSON.parse((await command(serving, 'design diff --json')).stdout) as { undeployed: unknown }
  expect(undeployed).toEqual([expect.objectContaining({ kind: 'actions', id: 'like', before: '1', after: '77' })])
  expect((await command(serving, 'doctor')).stdout).toMatch(
    /warning {2}design: .* latest design: 1 difference\n +actions\/like/,
  )
  // The next restore that nobody says otherwise of goes by the files again.
  await command(serving, 'snapshot restore old')
  expect(await gain(serving)).toBe(77)
  expect((await command(serving, 'design diff --exit-code')).code).toBe(0)
})

test('where files are not watched, a restored game keeps its design, and the difference is reported', async () => {
  const first = await serveOpen()
  await withOldRules(first)
  await stop(first)
  await save('actions/like.json', like('77'))
  const serving = await serve(['--no-auth', '--no-watch'], { cwd })
  expect(await gain(serving)).toBe(77)
  const { stderr } = await command(serving, 'snapshot restore old')
  expect(stderr).toContain(`warning the recorded design is active now; the current one differs from it: ${CHANGE}\n`)
  expect(await gain(serving)).toBe(1)
  expect(await command(serving, 'design diff')).toMatchObject({ stdout: expect.stringContaining(CHANGE) })
  expect(await command(serving, 'snapshot restore old --with-design current')).toMatchObject({ code: 0 })
  expect(await gain(serving)).toBe(77)
})

test('what destroys in production needs --yes where there is no terminal to ask on', async () => {
  const serving = await serveOpen()
  await command(serving, 'snapshot save mark --runtime production')
  for (const line of ['state reset', 'snapshot restore mark', 'rewind --to 1', 'snapshot delete mark']) {
    expect(await command(serving, `${line} --runtime production`)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^error: without a terminal, gamify cannot ask you to confirm this on production: .*\n {2}pass --yes, /,
      ),
    })
  }
  expect(await command(serving, 'state reset --runtime production --yes')).toMatchObject({ code: 0 })
  expect(await command(serving, 'state reset')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/run 'gamify snapshot restore before-reset-\d+ --url \S+' to undo this/),
  })
})
