import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fakeIo, gamify } from '../../../test/support/fake-io.ts'
import { runProgram } from '../program.ts'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-init-'))
})
afterEach(() => rm(cwd, { recursive: true }))

const gamifyIn = async (argv: readonly string[]) => ({ code: await runProgram(argv, fakeIo({ cwd })) })
const read = (path: string): Promise<string> => readFile(join(cwd, path), 'utf8')

describe('gamify init', () => {
  test('writes a valid project, and tells what to do next', async () => {
    const { code, stdout, stderr } = await gamify('init deep/demo', { cwd })
    expect(code).toBe(0)
    expect(stdout).toContain('wrote deep/demo/gamify.json')
    expect(stderr).toBe('next: cd deep/demo && gamify serve\n')
    expect(await read('deep/demo/.gitignore')).toContain('.gamify/')
    expect(await gamify('design validate --json', { cwd: join(cwd, 'deep/demo') })).toEqual({
      code: 0,
      stdout: '{"valid":true,"problems":[]}\n',
      stderr: '',
    })
  })

  test('writes the schemas that the settings of the editor refer to, as they are published', async () => {
    await gamify('init', { cwd })
    const { 'json.schemas': schemas, 'files.associations': languages } = JSON.parse(
      await read('.vscode/settings.json'),
    ) as {
      'json.schemas': { fileMatch: [string]; url: string }[]
      'files.associations': Readonly<Record<string, string>>
    }
    // The files can have comments.
    expect(new Set(Object.values(languages))).toEqual(new Set(['jsonc']))
    const published = join(import.meta.dirname, '../../../schemas')
    // A file of `what-if --expect` has no place of its own in a project.
    const files = (await readdir(published)).filter((name) => name !== 'gamify.expectation.schema.json')
    expect(schemas.map(({ url }) => basename(url)).toSorted()).toEqual(files)
    for (const { url } of schemas) expect(await read(url)).toBe(await readFile(join(published, basename(url)), 'utf8'))
    const matched = schemas.flatMap(({ fileMatch }) => fileMatch).toSorted()
    expect(matched).toEqual([
      '/checks/*.json',
      ...['actions/*', 'bootstrap', 'leaderboards/*', 'metrics/*', 'processes/*', 'rules/*', 'teams/*'].map(
        (path) => `/design/${path}.json`,
      ),
      '/gamify.json',
      '/scripts/*.json',
      '/seeds/*.json',
      '/simulations/*.json',
    ])
  })

  test('writes a workflow that plays its scripts', async () => {
    await gamify('init', { cwd })
    expect(await read('.github/workflows/gamify.yml')).toContain('gamify play script scripts/*.json')
  })

  test('writes a project whose files may name their schemas', async () => {
    await gamify('init', { cwd })
    for (const path of ['gamify.json', 'design/metrics/xp.json', 'design/bootstrap.json'])
      await writeFile(join(cwd, path), JSON.stringify({ $schema: './x.json', ...JSON.parse(await read(path)) }))
    expect(await gamify('design validate', { cwd })).toMatchObject({ code: 0 })
  })

  test.each([
    ['demo', 'demo'],
    ['my games/Café Zürich 2', 'Cafe-Zurich-2'],
    ['2048', 'starter'],
    ['日本', 'starter'],
    ['_a.b', 'a-b'],
    [`x${'-'.repeat(70)}y`, 'x'],
  ])('names the game after the directory %s, or else as the template does', async (path, id) => {
    const { code } = await gamifyIn(['init', path])
    const { game } = JSON.parse(await read(join(path, 'gamify.json'))) as { game: object }
    expect({ code, game }).toEqual({ code: 0, game: { id, title: 'Starter', timezone: 'UTC' } })
    expect((await gamify('design validate', { cwd: join(cwd, path) })).code).toBe(0)
  })

  test('tells a directory as a shell takes it', async () => {
    await mkdir(join(cwd, 'my games'))
    const { stderr } = await gamify('init ../demo', { cwd: join(cwd, 'my games') })
    expect(stderr).toBe('next: cd ../demo && gamify serve\n')
    expect((await gamify(`init ${cwd}/it's`, { cwd })).stderr).toBe(
      String.raw`next: cd 'it'\''s' && gamify serve` + '\n',
    )
    const checkout = await gamify('init sub/demo', { cwd, program: join(cwd, 'gamify/bin/gamify.js') })
    expect(checkout.stderr).toBe('next: cd sub/demo && node ../../gamify/bin/gamify.js serve\n')
  })

  test('tells coding agents how the project is tested, with commands that work, and keeps what they were told before', async () => {
    await gamify('init', { cwd })
    const [block = ''] = /(?<=^```sh\n)[^`]*/m.exec(await read('AGENTS.md')) ?? []
    const lines = block.trimEnd().split('\n')
    expect(lines).toHaveLength(5)
    for (const line of lines.filter((each) => !each.startsWith('gamify exec')))
      expect({ line, ...(await gamify(line.slice('gamify '.length), { cwd })) }).toMatchObject({ line, code: 0 })
    expect(lines.at(-1)).toBe('gamify exec -- gamify play script scripts/*.json')
    await writeFile(join(cwd, 'AGENTS.md'), 'mine')
    await rm(join(cwd, 'gamify.json'))
    await rm(join(cwd, 'design'), { recursive: true })
    expect((await gamify('init', { cwd })).stdout).toContain('kept  AGENTS.md\n')
    expect(await read('AGENTS.md')).toBe('mine')
  })

  test('with --add keeps files that are there, writes the others, and says so', async () => {
    await writeFile(join(cwd, 'gamify.json'), 'mine')
    const { code, stdout, stderr } = await gamify('init --add', { cwd })
    expect(code).toBe(0)
    expect(stdout).toContain('kept  gamify.json')
    expect(stdout).toContain('wrote design/bootstrap.json')
    expect(stderr).toContain('1 file already existed, unchanged; use --force to overwrite it\n')
    expect(await read('gamify.json')).toBe('mine')
  })

  test.each([['gamify.json'], ['design/actions/mine.json']])(
    'in a project, by its %s, writes nothing and lists what it would write',
    async (path) => {
      await mkdir(join(cwd, path, '..'), { recursive: true })
      await writeFile(join(cwd, path), 'mine')
      const before = await readdir(cwd, { recursive: true })
      const { code, stdout, stderr } = await gamify('init --template quest', { cwd })
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(/^error: .* is already a project: it has '(gamify.json|design)'. Nothing was written\n/)
      expect(stderr).toMatch(path === 'gamify.json' ? /^ +overwrite gamify\.json$/m : /^ +add +gamify\.json$/m)
      expect(stderr).toMatch(/^ +add +design\/bootstrap\.json$/m)
      expect(stderr).toMatch(/--add .*--force/)
      expect(await readdir(cwd, { recursive: true })).toEqual(before)
      expect(await read(path)).toBe('mine')
    },
  )

  test('in a project as JSON tells the files that it would write', async () => {
    await writeFile(join(cwd, 'gamify.json'), '{}')
    const { code, stdout, stderr } = await gamify('init --template empty --json', { cwd })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    const told = JSON.parse(stderr) as { add: string[] }
    expect(told).toEqual({
      error: 'invalid_usage',
      error_description: `${cwd} is already a project: it has 'gamify.json'. Nothing was written`,
      add: expect.arrayContaining(['README.md', 'schemas/gamify.metric.schema.json']),
      overwrite: ['gamify.json'],
    })
    const written = JSON.parse((await gamify('init --template empty --add --json', { cwd })).stdout)
    expect(written).toEqual({ files: told.add })
  })

  test.each(['design', 'sub/deep'])('inside a project, in %s, writes nothing either without --add', async (path) => {
    await writeFile(join(cwd, 'gamify.json'), '{}')
    const { code, stdout, stderr } = await gamify(`init ${path}`, { cwd })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`error: ${join(cwd, path)} lies inside the project ${cwd}. Nothing was written\n`)
    expect(stderr).toContain(`  add       ${path}/gamify.json\n`)
    expect(await readdir(cwd)).toEqual(['gamify.json'])
    expect((await gamify(`init ${path} --add`, { cwd })).code).toBe(0)
    expect(await readdir(join(cwd, path))).toContain('gamify.json')
  })

  test('writes over them with --force', async () => {
    await writeFile(join(cwd, 'gamify.json'), 'x'.repeat(10_000))
    const { stdout } = await gamify('init --force', { cwd })
    expect(stdout).not.toContain('kept')
    expect(JSON.parse(await read('gamify.json'))).toHaveProperty('game')
  })

  test('as JSON tells the files that it wrote, and nothing else', async () => {
    await writeFile(join(cwd, 'README.md'), 'mine')
    const { stdout, stderr } = await gamify('init --json', { cwd })
    const { files } = JSON.parse(stdout) as { files: string[] }
    expect(files).toContain('design/metrics/xp.json')
    expect(files).not.toContain('README.md')
    expect(stderr).toBe('')
  })

  test('lists the templates, as a table and as JSON, and writes nothing', async () => {
    expect((await gamify('init --list', { cwd })).stdout).toMatch(
      /^TEMPLATE +DESCRIPTION\nempty +An empty game.*\nleague +Clubs .*\nlearning +A language course .*\nquest +A quest .*\nstarter +A small community/,
    )
    const { templates } = JSON.parse((await gamify('init --list --json', { cwd })).stdout)
    expect(templates).toEqual([
      { name: 'empty', summary: expect.stringContaining('empty game') },
      { name: 'league', summary: expect.stringContaining('weekly tables') },
      { name: 'learning', summary: expect.stringContaining('daily streak') },
      { name: 'quest', summary: expect.stringContaining('quest') },
      { name: 'starter', summary: expect.stringContaining('community') },
    ])
    await expect(read('gamify.json')).rejects.toThrow('ENOENT')
  })

  test('writes an empty game that is valid, and has nothing to seed or to play', async () => {
    await gamify('init --template empty', { cwd })
    expect(await gamify('design validate', { cwd })).toMatchObject({ code: 0, stdout: 'valid: design (empty)\n' })
    expect((await readdir(cwd)).toSorted()).toEqual([
      '.gitignore',
      '.vscode',
      'AGENTS.md',
      'README.md',
      'design',
      'gamify.json',
      'schemas',
    ])
  })

  test.each(['startr', '..', '.', ''])('refuses the template %j', async (name) => {
    const { code, stderr } = await gamify(`init --template=${name}`, { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain(`no template '${name}'`)
    if (name === 'startr') expect(stderr).toContain(`did you mean 'starter'?`)
  })

  test('refuses a place where nothing can be written', async () => {
    await writeFile(join(cwd, 'file'), '')
    const { code, stderr } = await gamify('init file', { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain(`${join(cwd, 'file')} is a file`)
    expect((await gamify('init file/below', { cwd })).stderr).toContain('is a file, or is inside one')
    await mkdir(join(cwd, 'odd/design'), { recursive: true })
    await writeFile(join(cwd, 'odd/design/metrics'), '')
    expect(await gamify('init odd --add', { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cannot write'),
    })
  })
})
