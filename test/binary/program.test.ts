import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { formWithFile } from '../../src/client/create-client.ts'
import { endAll, program, run, serve } from '../cli/spawned.ts'
import { redAndBlue, shapeOf } from '../support/images.ts'
import { realTerminal, whyNoTmux } from '../tui/tmux.ts'
import { emptyRoot, whyNoRoot } from './empty-root.ts'

const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }

/** Asks a served starter for what a program in one file might lack: a play, a picture that is decoded, the reference. */
async function exercise(url: string): Promise<void> {
  const ask = async (path: string, init?: RequestInit): Promise<Response> => {
    const answer = await fetch(url + path, init)
    expect(answer.status, path).toBe(200)
    return answer
  }
  await ask('/v2/runtime/actions/like/play?player_id=neo', post)
  const { headers, body } = formWithFile(await redAndBlue(30, 20).webp().toBuffer())
  const { id } = (await (
    await ask('/v2/design/images', { method: 'POST', headers, body: Buffer.from(body) })
  ).json()) as {
    readonly id: string
  }
  const picture = await ask(`/v2/design/images/${id}?size=icon`)
  expect(await shapeOf(Buffer.from(await picture.arrayBuffer()))).toEqual(['png', 24, 24])
  expect(await (await ask('/_gamify/docs')).text()).toContain('<script')
  await ask('/_gamify/openapi.json')
}

/** Building it takes longer than most of the suite. */
const whyNot = process.env['GAMIFY_PROGRAM'] === undefined ? 'npm run test:binary builds it and runs this' : undefined
const because = (why: string | undefined): string => (why === undefined ? '' : ` (${why})`)

describe.skipIf(whyNot !== undefined)(`the program as one file${because(whyNot)}`, () => {
  /** Empty, as the home directory in it is. */
  let cwd = ''
  let env: { readonly HOME: string }
  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'gamify-one-file-'))
    env = { HOME: join(cwd, 'home') }
    await mkdir(env.HOME)
  })
  afterEach(async () => {
    endAll()
    await rm(cwd, { recursive: true, maxRetries: 5 })
  })

  const cached = (): Promise<string[]> => readdir(join(env.HOME, '.cache/gamify'))

  test('unpacks itself once, though several start at once, and tells its version', async () => {
    const ended = await Promise.all([1, 2, 3, 4].map(() => run(['--version'], { cwd, env })))
    for (const end of ended) expect(end).toMatchObject({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' })
    expect(await cached()).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+-[\da-f]{12}$/)])
  })

  test('without a home unpacks itself among the temporary files, of which its user alone has them', async () => {
    const temporary = join(cwd, 'temporary')
    await mkdir(temporary)
    const elsewhere = { HOME: join(cwd, 'no-such-home'), TMPDIR: temporary }
    expect(await run(['--version'], { cwd, env: elsewhere })).toMatchObject({ code: 0, stderr: '' })
    expect(await readdir(temporary)).toEqual([`gamify-${process.getuid?.()}`])
  })

  test('says what it needs where it can unpack itself nowhere', async () => {
    const file = join(cwd, 'file')
    await writeFile(file, '')
    const end = await run(['--version'], { cwd, env: { HOME: file, TMPDIR: file } })
    expect(end).toMatchObject({ code: 1, stdout: '' })
    expect(end.stderr).toMatch(/^error: gamify cannot find a directory to unpack itself into\n {2}.*file\/\.cache/)
    expect(end.stderr).not.toContain('    at ')
  })

  test('lets a command have the Node that is there, and hands on how it ends', async () => {
    const script = 'console.log(process.execPath); process.exit(7)'
    const { code, stdout } = await run(['exec', '--', 'sh', '-c', `node -e "${script}"`], { cwd, env })
    expect(code).toBe(7)
    expect(stdout).not.toContain(program)
  })

  test('doctor finds nothing wrong, and every shell gets its completions', async () => {
    const { code, stdout } = await run(['doctor'], { cwd, env })
    expect(stdout).toMatch(/^ok +images: sharp \d/m)
    expect(code).toBe(0)
    for (const shell of ['bash', 'zsh', 'fish'])
      expect((await run(['completion', shell], { cwd, env })).stdout).toContain('gamify')
  })

  test('serves, plays, takes an image in, follows the design, shows its reference, and ends', async () => {
    expect(await run(['init', '--template', 'starter', 'game'], { cwd, env })).toMatchObject({ code: 0 })
    const place = { cwd: join(cwd, 'game'), env }
    const serving = await serve(['--no-auth', '--seed', 'seeds/players.json'], place)
    await exercise(serving.url)

    const action = { id: 'wave', name: 'Wave', rules: [] }
    await writeFile(join(place.cwd, 'design/actions/wave.json'), JSON.stringify(action))
    const play = `${serving.url}/v2/runtime/actions/wave/play?player_id=neo`
    const isThere = async (): Promise<boolean> => (await fetch(play, post)).ok
    await expect.poll(isThere, { timeout: 30_000 }).toBe(true)
    serving.kill('SIGTERM')
    expect(await serving.ended).toMatchObject({ code: 0 })
  })

  const noTmux = whyNoTmux()
  test.skipIf(noTmux !== undefined)(`shows the game at a terminal${because(noTmux)}`, async () => {
    await run(['init', 'game'], { cwd, env })
    const serving = await serve(['--memory', '--seed', 'seeds/players.json'], { cwd: join(cwd, 'game'), env })
    const terminal = { PATH: process.env['PATH'] ?? '', ...env }
    await using shown = await realTerminal(
      `sh -c '"${program}" tui --url ${serving.url}; echo ended $?; cat'`,
      cwd,
      terminal,
    )
    await shown.shows('neo', 'METRIC', 'q quit')
    await shown.press('q')
    await shown.shows('ended 0')
  })

  const noRoot = whyNoRoot()
  test.skipIf(noRoot !== undefined)(`in an empty root, as its first process${because(noRoot)}`, async () => {
    await run(['--version'], { cwd, env })
    const [unpacked = ''] = await cached()
    using root = emptyRoot(program, join(env.HOME, '.cache/gamify', unpacked))
    expect(await root.run('--version')).toMatchObject({ code: 0, stdout: `${packageJson.version}\n` })
    expect((await root.run('doctor')).stdout).toMatch(/^ok +images: sharp \d/m)
    expect(await root.run('init')).toMatchObject({ code: 0 })
    const serving = await root.serve('--no-auth', '--seed', 'seeds/players.json')
    await exercise(serving.url)
    expect(await serving.stop()).toBe(0)
  })
})
