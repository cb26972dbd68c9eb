import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { designDirectory } from '../../../test/support/design-directory.ts'
import { fakeIo } from '../../../test/support/fake-io.ts'
import { createShell } from '../../terminal/shell.ts'
import { commandTree } from '../command-tree.ts'
import { type Command, shownCommands } from '../command.ts'
import { rule } from '../commands/play/rule.ts'
import { commonOptions } from '../option.ts'
import { completionsOf, valueOf } from './completions.ts'

const shell = createShell(fakeIo(), {
  json: false,
  quiet: false,
  colourless: false,
  verbose: false,
  config: undefined,
  url: undefined,
  runtime: undefined,
  as: undefined,
})

/** What is offered behind a line, its words parted by blanks. */
async function offered(line: string): Promise<string[]> {
  return (await completionsOf(commandTree, line.split(' '), shell)).candidates.map(({ word }) => word)
}

const pathsFor = async (line: string): Promise<string> =>
  (await completionsOf(commandTree, line.split(' '), shell)).paths

describe('a command', () => {
  test('is one of those for people, or help', async () => {
    expect(await offered('')).toEqual([...shownCommands(commandTree).map(({ name }) => name), 'help'])
    expect(await offered('')).not.toContain('complete')
  })

  test.each([
    ['pla', ['play', 'player']],
    ['play a', ['action']],
    ['--json play a', ['action']],
    ['--runtime staging play a', ['action']],
    ['help time s', ['show', 'set']],
    ['help play action ', []],
    ['no such ', []],
    ['history ', []],
  ])('behind %j is one of %j', async (line, words) => {
    expect(await offered(line)).toEqual(words)
  })

  test('comes with what it does', async () => {
    const { candidates } = await completionsOf(commandTree, ['play', 'a'], shell)
    expect(candidates).toEqual([{ word: 'action', about: 'Play an action' }])
  })
})

describe('a flag', () => {
  test('is one of the command, of all commands, or help', async () => {
    const longIn = (options: Command['options']) =>
      Object.values(options).map(({ flags }) => /--[\w-]+/.exec(flags)?.[0])
    const [own, common] = [longIn(rule.options), longIn(commonOptions)]
    expect(await offered('play rule x -')).toEqual([...own, ...common, '--help'])
  })

  test.each([
    ['player list --l', ['--limit']],
    ['player list --limit 3 --l', []],
    ['player list --limit=3 --l', []],
    ['play action x --var a=1 --v', ['--var', '--verbose']],
    ['play action x -- --v', []],
  ])('behind %j is one of %j', async (line, words) => {
    expect(await offered(line)).toEqual(words)
  })
})

describe('a value', () => {
  test.each([
    ['serve --durability ', ['batch', 'always', 'off']],
    ['serve --durability b', ['batch']],
    ['serve --durability=b', ['--durability=batch']],
    ["serve --durability='b", ['--durability=batch']],
    ['player list --runtime p', ['production']],
    ['completion ', ['bash', 'zsh', 'fish']],
    ['completion bash ', []],
    ['init --template st', ['starter']],
    ['player list --limit ', []],
    ['player create ', []],
    ['fault add --error temp', ['temporary_failure']],
  ])('behind %j is one of %j', async (line, words) => {
    expect(await offered(line)).toEqual(words)
  })

  test('is a route of the service, quoted as it is typed', async () => {
    const { candidates } = await completionsOf(
      commandTree,
      ['fault', 'add', '--route', "'GET /v2/runtime/leaderboards/:"],
      shell,
    )
    expect(candidates.map(({ word }) => word)).toEqual(['GET /v2/runtime/leaderboards/:leaderboard_id'])
  })

  test.each([
    ['simulate', join('simulations', 'month.json'), 'simulation'],
    ['check', join('checks', 'game.json'), 'check'],
  ])('of %s is a file of the project, beside those that the shell offers', async (command, file, about) => {
    const cwd = join(import.meta.dirname, '../../../templates/learning/design')
    const inProject = createShell(fakeIo({ cwd }), shell.options)
    const { candidates, paths } = await completionsOf(commandTree, [command, ''], inProject)
    expect(candidates).toEqual([{ word: join('..', file), about }])
    expect(paths).toBe('files')
  })

  test.each([
    ['state import ', 'files'],
    ['play script one ', 'files'],
    ['play script --config ', 'files'],
    ['serve --seed a b', 'files'],
    ['serve --seed a --', 'none'],
    ['serve --data=', 'directories'],
    ['init ', 'directories'],
    ['init demo ', 'none'],
  ])('behind %j is one of %s', async (line, paths) => {
    expect(await pathsFor(line)).toBe(paths)
  })
})

test.each([
  ['', ''],
  ['neo', 'neo'],
  [`'a b'`, 'a b'],
  [`'a b`, 'a b'],
  [`"a b`, 'a b'],
  [`"say \\"hi\\" to \\n"`, 'say "hi" to \\n'],
  [String.raw`a\ b`, 'a b'],
  [String.raw`it\'s`, "it's"],
  [`it"'"s`, "it's"],
  ['a\\', 'a'],
  [`--var='a b'`, '--var=a b'],
  ['$(rm x)`y`$HOME', '$(rm x)`y`$HOME'],
])('%j stands for %j', (word, value) => {
  expect(valueOf(word)).toBe(value)
})

test('personas are those of the simulations of the project, and the built-in ones', async () => {
  const { project } = await designDirectory()
  await mkdir(join(project, 'simulations'))
  const write = (name: string, ...personas: readonly string[]): Promise<void> =>
    writeFile(
      join(project, 'simulations', name),
      JSON.stringify({ personas: Object.fromEntries(personas.map((id) => [id, {}])) }),
    )
  await write('launch.json', 'fan', 'grinder')
  await write('month.json', 'fan')
  await writeFile(join(project, 'simulations/broken.json'), '{')
  const here = createShell(fakeIo({ cwd: project }), shell.options)
  const offeredHere = async (line: string) =>
    (await completionsOf(commandTree, line.split(' '), here)).candidates.map(({ word }) => word)
  const builtIn = ['casual', 'regular', 'heavy']
  expect(await offeredHere('seed --persona ')).toEqual(['launch:fan', 'grinder', 'month:fan', ...builtIn])
  expect(await offeredHere('seed --players 5 --persona gr')).toEqual(['grinder'])
})
