import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endAllHere, runHere, startHere, type Here } from './in-process.ts'
import { starter } from './served-game.ts'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-types-'))
  await cp(starter, cwd, { recursive: true })
})
afterEach(async () => {
  await endAllHere()
  await rm(cwd, { recursive: true, maxRetries: 5 })
})

const run = (...args: readonly string[]) => runHere(args, { cwd })
const read = (path: string): Promise<string> => readFile(join(cwd, path), 'utf8')
const write = (path: string, content: string): Promise<void> => writeFile(join(cwd, path), content)
const hug = '{ "id": "hug", "name": "Hug" }'

describe('gamify types', () => {
  test('writes the same to a file as to stdout, and says so', async () => {
    const { code, stdout } = await run('types')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\/\/ Written by 'gamify types'[^]*export interface Game \{[^]*readonly like: \{/)
    expect(await run('types', '--out', 'game.ts')).toEqual({
      code: 0,
      signal: null,
      stdout: 'wrote game.ts\n',
      stderr: '',
    })
    expect(await read('game.ts')).toBe(stdout)
    const json = JSON.parse((await run('types', '--json')).stdout) as unknown
    expect(json).toEqual({ types: stdout })
    expect((await run('types', '--json', '--out', 'game.ts')).stdout).toBe('{"file":"game.ts"}\n')
  })

  test('says the dialect of the game, which decides what the answers are', async () => {
    await write('gamify.json', '{ "dialect": "recorded", "game": { "title": "Fair" } }')
    const { stdout } = await run('types')
    expect(stdout).toContain('readonly dialect: "recorded"')
    expect(stdout).toContain('The design of Fair.')
  })

  test('writes nothing of a design with problems: the file stays as it is', async () => {
    await write('game.ts', 'before')
    await write('design/actions/like.json', '{ "id": "like", ')
    const before = await readdir(cwd)
    const ended = await run('types', '--out', 'game.ts')
    expect(ended).toMatchObject({ code: (await run('design', 'validate')).code, stdout: '' })
    expect(ended.stderr).toMatch(/design\/actions\/like\.json:1:\d+: /)
    expect(await read('game.ts')).toBe('before')
    expect(await readdir(cwd)).toEqual(before)
  })

  test.each([
    ['design/actions/like.json', 'would overwrite what the command reads'],
    ['gamify.json', 'would overwrite what the command reads'],
    ['nowhere/game.ts', 'there is no directory'],
    ['design', 'would overwrite what the command reads'],
    ['seeds', 'it is a directory'],
  ])('refuses to write to %s', async (out, why) => {
    const before = out.endsWith('.json') ? await read(out) : ''
    expect(await run('types', '--out', out)).toMatchObject({ code: 2, stderr: expect.stringContaining(why) as string })
    if (before !== '') expect(await read(out)).toBe(before)
  })

  test('destroys no code: it writes over its own declarations and over nothing, but over no other file', async () => {
    await write('own.ts', 'export const precious = 1\n')
    for (const command of [
      ['types', '--out'],
      ['serve', '--port', '0', '--memory', '--types'],
    ])
      expect(await run(...command, 'own.ts')).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(
          /own\.ts was not written by 'gamify types'\n.*name another file, or delete/,
        ) as string,
      })
    expect(await read('own.ts')).toBe('export const precious = 1\n')
    await write('own.ts', '\n')
    expect((await run('types', '--out', 'own.ts')).code).toBe(0)
    // A formatter, or a merge, has been there.
    await write('own.ts', `/* eslint-disable */\n${await read('own.ts')}`)
    expect((await run('types', '--out', 'own.ts')).code).toBe(0)
    expect(await read('own.ts')).toBe((await run('types')).stdout)
  })

  test('needs a design', async () => {
    await rm(join(cwd, 'design'), { recursive: true })
    expect(await run('types')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no design directory') as string,
    })
  })
})

describe('gamify serve --types', () => {
  const serve = async (...args: readonly string[]): Promise<Here> => {
    const serving = startHere(['serve', '--port', '0', '--memory', '--types', 'game.ts', ...args], { cwd })
    await serving.says(/serves .* on http/)
    return serving
  }
  const logged = ({ written }: Here, what: string): number => written.stderr.split(what).length - 1
  const waitFor = (check: () => Promise<void> | void): Promise<void> =>
    vi.waitFor(check, { timeout: 20_000, interval: 10 })

  test('writes the types at the start and with each valid save, and says so each time', async () => {
    const serving = await serve()
    await waitFor(async () => expect(await read('game.ts')).toBe((await run('types')).stdout))
    await waitFor(() => expect(logged(serving, 'wrote the types to game.ts')).toBe(1))
    await write('design/actions/hug.json', hug)
    await waitFor(async () => expect(await read('game.ts')).toContain('readonly hug: {'))
    await waitFor(() => expect(logged(serving, 'wrote the types to game.ts')).toBe(2))
    expect(await read('game.ts')).toBe((await run('types')).stdout)
  })

  test('says the dialect that is served', async () => {
    await serve('--dialect', 'recorded')
    await waitFor(async () => expect(await read('game.ts')).toContain('readonly dialect: "recorded"'))
  })

  test('leaves a file alone that is right already', async () => {
    await run('types', '--out', 'game.ts')
    const serving = await serve()
    await write('design/actions/hug.json', hug)
    await waitFor(async () => expect(await read('game.ts')).toContain('readonly hug: {'))
    await waitFor(() => expect(logged(serving, 'wrote the types')).toBe(1))
  })

  test('keeps the file when a save has problems, until it has none', async () => {
    const serving = await serve()
    await waitFor(() => expect(logged(serving, 'wrote the types')).toBe(1))
    const before = await read('game.ts')
    await write('design/actions/hug.json', '{ "id": "hug", ')
    await waitFor(() => expect(logged(serving, 'the design has problems')).toBe(1))
    expect(await read('game.ts')).toBe(before)
    await write('design/actions/hug.json', hug)
    await waitFor(() => expect(logged(serving, 'wrote the types')).toBe(2))
    expect(await read('game.ts')).toContain('readonly hug: {')
  })

  test('reports once that it cannot write, and goes on', async () => {
    await mkdir(join(cwd, 'src'))
    const serving = await serve('--types', 'src/game.ts')
    await waitFor(() => expect(logged(serving, 'wrote the types to src/game.ts')).toBe(1))
    await rm(join(cwd, 'src'), { recursive: true })
    await write('design/actions/hug.json', hug)
    await waitFor(() => expect(logged(serving, 'the types were not written: cannot write')).toBe(1))
    await write('design/actions/hug.json', hug.replace('Hug', 'Big hug'))
    await waitFor(() => expect(logged(serving, 'hug')).toBeGreaterThan(2))
    await mkdir(join(cwd, 'src'))
    await write('design/actions/hug.json', hug.replace('Hug', 'Bear hug'))
    await waitFor(async () => expect(await read('src/game.ts')).toContain('Bear hug'))
    expect(logged(serving, 'the types were not written')).toBe(1)
  })

  test.each(['design/types.ts', 'nowhere/game.ts'])('does not start where it cannot write: %s', async (path) => {
    const ended = await run('serve', '--port', '0', '--memory', '--types', path)
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toMatch(/would overwrite|there is no directory/)
  })

  test('waits for a valid design', async () => {
    await write('design/actions/like.json', '{ "id": "like", ')
    const serving = startHere(['serve', '--port', '0', '--memory', '--types', 'game.ts', '--wait-for-design'], { cwd })
    await serving.says(/waits for a valid design/)
    expect(await readdir(cwd)).not.toContain('game.ts')
    await write('design/actions/like.json', '{ "id": "like", "name": "Like" }')
    await waitFor(async () => expect(await read('game.ts')).toContain('readonly like: {'))
  })
})
