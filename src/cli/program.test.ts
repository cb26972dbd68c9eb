import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gamify } from '../../test/support/fake-io.ts'
import { commandTree } from './command-tree.ts'
import { isGroup, shownCommands, type Group } from './command.ts'
import { buildCommander } from './commander-tree.ts'
import { valueOf } from './completion/completions.ts'
import type { CommandHelp } from './help.ts'
import { programVersion } from './package-root.ts'

let empty: string

beforeAll(async () => {
  empty = await mkdtemp(join(tmpdir(), 'gamify-program-'))
})
afterAll(() => rm(empty, { recursive: true }))

/** Every command for people that runs, by its words. */
function leavesOf(group: Group, words = ''): string[] {
  return shownCommands(group).flatMap((node) =>
    isGroup(node) ? leavesOf(node, `${words}${node.name} `) : [words + node.name],
  )
}

/** The calls of the program in what is typed into a shell: alone, in `$(...)`, behind `&&`, before a pipe. */
function callsIn(typed: string): string[][] {
  const calls = Array.from(
    typed.matchAll(/(?:^|[(]|&& |[|] )(gamify (?:'[^']*'|"[^"]*"|[^'"|<>()&])*)/g),
    ([, call = '']) => call,
  )
  return calls.map((call) =>
    Array.from(call.trim().matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g), ([word]) => valueOf(word)).slice(1),
  )
}

/** Whether a command line is one that the program runs; where it names a group, with what is usual there. */
async function isTaken(words: readonly string[]): Promise<boolean> {
  const group = commandTree.commands.find(({ name }) => name === words[0])
  const usual = group && isGroup(group) && group.defaultCommand !== undefined ? [[...words, group.defaultCommand]] : []
  let taken = 0
  for (const line of [words, ...usual])
    await buildCommander(async () => void (taken += 1))
      .parseAsync(line, { from: 'user' })
      .catch(() => {})
  return taken > 0
}

test('the help of teams says how a player joins one', async () => {
  const { code, stdout } = await gamify('help team', { cwd: empty })
  expect(code).toBe(0)
  expect(stdout).toContain('Players join a team through POST /v2/runtime/teams/:team_id/join')
})

describe('without arguments', () => {
  test('it shows what to do next, and that is no error', async () => {
    const { code, stdout, stderr } = await gamify('', { cwd: empty })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('gamify init demo')
    expect(stdout).toContain('gamify serve')
    const told =
      stdout
        .split('\nCommands:\n')[1]
        ?.split('\n\n')[0]
        ?.split(/  +|\n/) ?? []
    const names = shownCommands(commandTree).map(({ name }) => name)
    expect(told.filter((word) => names.includes(word)).toSorted()).toEqual(names.toSorted())
  })

  test('it fits a terminal of 80 x 24, with the line that is typed next', async () => {
    const lines = (await gamify('', { cwd: empty })).stdout.split('\n')
    expect(lines.length).toBeLessThanOrEqual(24)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  })

  test('in a project there is nothing to write first', async () => {
    await writeFile(join(empty, 'gamify.json'), '{}')
    const { stdout } = await gamify('', { cwd: empty })
    await rm(join(empty, 'gamify.json'))
    expect(stdout).not.toContain('gamify init')
    expect(stdout).toContain('gamify serve')
  })

  test('flags alone are no command either', async () => {
    expect(await gamify('--no-color', { cwd: empty })).toEqual(await gamify('', { cwd: empty }))
  })
})

describe('the version', () => {
  test.each(['--version', 'player --version'])('is told by %s', async (line) => {
    expect(await gamify(line)).toEqual({ code: 0, stdout: `${programVersion()}\n`, stderr: '' })
  })
})

describe('help', () => {
  test.each(leavesOf(commandTree))('explains %s in all three ways, and as data', async (words) => {
    const asked = await gamify(`${words} --help`)
    expect(asked).toMatchObject({ code: 0, stderr: '' })
    expect(asked.stdout).toMatch(new RegExp(`^Usage: gamify ${words} .*\n\nExamples:\n  \\$ `))
    expect(asked.stdout).toContain('--json')
    expect(await gamify(`help ${words}`)).toEqual(asked)
    expect(await gamify(`${words} -h`)).toEqual(asked)
    const data = await gamify(`${words} --help --json`)
    expect(data).toMatchObject({ code: 0, stderr: '' })
    expect(await gamify(`help ${words} --json`)).toEqual(data)
    const told = JSON.parse(data.stdout)
    expect(Object.keys(told)).toEqual(['name', 'summary', 'usage', 'arguments', 'options', 'commands', 'examples'])
    expect(told.name).toBe(`gamify ${words}`)
    expect(told.examples.length).toBeGreaterThan(0)
    for (const { flags } of told.options) expect(asked.stdout).toContain(flags)
  })

  test('names the environment and the exit codes once, and all flags', async () => {
    const { stdout } = await gamify('--help')
    for (const name of ['URL', 'CLIENT_ID', 'CLIENT_SECRET', 'PLAYER', 'DATA']) {
      expect(stdout).toMatch(new RegExp(`^  GAMIFY_${name} +\\w`, 'm'))
    }
    expect(stdout).toMatch(/^ {2}PORT +\w/m)
    for (const code of [0, 1, 2, 3, 130]) expect(stdout).toMatch(new RegExp(`^  ${code} +\\w`, 'm'))
    expect((await gamify('play --help')).stdout).not.toContain('GAMIFY_DATA')
    expect((await gamify('', { cwd: empty })).stdout).toContain(
      "Run 'gamify help' for all commands, flags, environment variables and exit codes,",
    )
  })

  test('as data is the whole tree', async () => {
    const { stdout } = await gamify('help --json')
    const names = (node: { name: string; commands: never[] }): string[] =>
      node.commands.length === 0 ? [node.name] : node.commands.flatMap(names)
    expect(names(JSON.parse(stdout))).toEqual(leavesOf(commandTree).map((words) => `gamify ${words}`))
  })

  test('starts every summary and description with a capital letter', async () => {
    const { stdout } = await gamify('help --json')
    const textsOf = ({ summary, arguments: args, options, commands }: CommandHelp): readonly string[] => [
      summary,
      ...[...args, ...options].map((each) => each.summary),
      ...commands.flatMap(textsOf),
    ]
    const texts = textsOf(JSON.parse(stdout))
    expect(texts.length).toBeGreaterThan(200)
    expect(texts.filter((text) => !/^\p{Lu}/u.test(text))).toEqual([])
  })

  test('of what is for programs is there, and no list has it', async () => {
    expect((await gamify('help complete')).stdout).toContain('Usage: gamify complete ')
    expect((await gamify('help')).stdout).not.toMatch(/^ +complete /m)
    expect((await gamify('help --json')).stdout).not.toContain('"gamify complete"')
    expect((await gamify('complte')).stderr).not.toContain("'complete'")
  })

  test('of a group has an example of each of its commands', async () => {
    const { stdout } = await gamify('help snapshot')
    for (const verb of ['save', 'list', 'restore', 'delete']) expect(stdout).toContain(`  $ gamify snapshot ${verb}`)
    expect((await gamify('help')).stdout).toMatch(/^Usage: .*\n\nExamples:\n {2}\$ gamify init demo$/m)
  })

  test('has examples that the program takes', async () => {
    const { stdout } = await gamify('help --json')
    const examplesIn = ({ commands, examples }: CommandHelp): readonly string[] =>
      commands.length === 0 ? examples : commands.flatMap(examplesIn)
    const examples = examplesIn(JSON.parse(stdout))
    for (const example of examples) {
      const lines = callsIn(example)
      expect([example, lines.length > 0]).toEqual([example, true])
      for (const line of lines) expect([example, await isTaken(line)]).toEqual([example, true])
    }
    expect(examples.length).toBeGreaterThan(leavesOf(commandTree).length)
  })

  test('on what there is not suggests the nearest', async () => {
    expect(await gamify('help playr')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^error: unknown command 'playr' \(did you mean 'gamify play'\?\)/),
    })
  })

  test('is not what an argument behind -- asks for', async () => {
    expect((await gamify('player create -- --help', { env: { GAMIFY_URL: 'http://127.0.0.1:1' } })).code).toBe(3)
  })
})

describe('wrong usage ends with 2, nothing on stdout, and the next step', () => {
  test.each([
    ['plya action like', `unknown command 'plya' (did you mean 'gamify play'?)`, 'gamify help'],
    ['play acton like', `unknown command 'acton' (did you mean 'gamify play action'?)`, 'gamify help play'],
    ['validate', `unknown command 'validate' (did you mean 'gamify design validate'?)`, 'gamify help'],
    ['deploy', `unknown command 'deploy' (did you mean 'gamify design deploy'?)`, 'gamify help'],
    ['deply', `unknown command 'deply' (did you mean 'gamify design deploy'?)`, 'gamify help'],
    ['docs', `unknown command 'docs' (did you mean 'gamify open'?)`, 'gamify help'],
    ['start', `unknown command 'start' (did you mean 'gamify serve'?)`, 'gamify help'],
    ['restore', `unknown command 'restore' (did you mean 'gamify snapshot restore'?)`, 'gamify help'],
    [
      'list',
      `unknown command 'list' (did you mean one of 'gamify action list', 'gamify player list', 'gamify team list', 'gamify process list', 'gamify snapshot list', 'gamify fault list'?)`,
      'gamify help',
    ],
    ['design version', `unknown command 'version' (did you mean 'gamify design versions'?)`, 'gamify help design'],
    ['restart', `unknown command 'restart' (did you mean 'gamify serve'?)`, 'gamify help'],
    ['status', `unknown command 'status' (did you mean 'gamify doctor'?)`, 'gamify help'],
    ['boards', `unknown command 'boards' (did you mean 'gamify leaderboard'?)`, 'gamify help'],
    ['undo', `unknown command 'undo' (did you mean 'gamify rewind'?)`, 'gamify help'],
    ['stop', "\n  press ctrl+c in the terminal of 'gamify serve' to stop the emulator\n", 'gamify help'],
    [
      'rule list',
      "unknown command 'rule'\n  the rules are in the design: 'gamify design graph --economy'",
      'gamify help',
    ],
    ['design list', `unknown command 'list' (did you mean 'gamify design versions'?)`, 'gamify help design'],
    ['design show', `unknown command 'show' (did you mean 'gamify design versions'?)`, 'gamify help design'],
    ['play lesson', `unknown command 'lesson' (did you mean 'gamify play action lesson'?)`, 'gamify help play'],
    ['player ana', `unknown command 'ana' (did you mean 'gamify player show ana'?)`, 'gamify help player'],
    [
      'why-not ana lesson',
      "\n  say what 'lesson' is, for example: gamify why-not ana action lesson\n",
      'gamify help why-not',
    ],
    ['time advance -1d', "unknown option '-1d'\n  game time only moves forward; run", 'gamify help time advance'],
    ['time advance 1 day', "\n  did you mean '1d'?\n", 'gamify help time advance'],
    ['action lst', `unknown command 'lst' (did you mean 'gamify action list'?)`, 'gamify help action'],
    ['player serve', `unknown command 'serve' (did you mean 'gamify serve'?)`, 'gamify help player'],
    ['player list --runtime prod', `(did you mean 'production'?)`, 'gamify help'],
    ['version', `unknown command 'version' (did you mean '--version'?)`, 'gamify help'],
    ['-v', `unknown command '-v' (did you mean '--version'?)`, 'gamify help'],
    ['play', `'gamify play' needs a subcommand`, 'gamify help play'],
    [
      'play action',
      `missing required argument 'id'\n  for example: gamify play action like --as neo\n`,
      'gamify help play action',
    ],
    ['play action like --cuont 3', `unknown option '--cuont' (did you mean '--count'?)`, 'gamify help play action'],
    ['play action like hug', 'too many arguments', 'gamify help play action'],
    ['play action like --count 0', 'Expected a whole number from 1 to 1000000.', 'gamify help play action'],
    ['play action like --count 1e3', 'Expected a whole number from 1 to 1000000.', 'gamify help play action'],
    ['play action like --var price', 'Expected NAME=VALUE.', 'gamify help play action'],
    ['play action like --var =5', 'Expected NAME=VALUE.', 'gamify help play action'],
    ['play action like --count', `argument missing`, 'gamify help play action'],
    ['serve --durability none', 'Expected one of batch, always, off.', 'gamify help serve'],
    ['player list --runtime test', 'Expected one of staging, production.', 'gamify help'],
    ['player list --limt 3', `unknown option '--limt' (did you mean '--limit'?)`, 'gamify help player list'],
  ])('%s', async (line, message, help) => {
    const { code, stdout, stderr } = await gamify(line)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^error: /)
    expect(stderr).toContain(message)
    expect(stderr).toContain(`see '${help}'`)
  })

  test.each(['xyzzy', 'dock', 'play tigger --foo', 'player list --asdf 3'])(
    '%s suggests nothing far off',
    async (line) => {
      const { code, stderr } = await gamify(line)
      expect({ code, isSuggested: stderr.includes('did you mean') }).toEqual({
        code: 2,
        isSuggested: line.includes('tigger'),
      })
    },
  )

  test('help on such a word suggests the same', async () => {
    expect((await gamify('help deploy')).stderr).toMatch(
      /^error: unknown command 'deploy' \(did you mean 'gamify design deploy'\?\)/,
    )
  })

  test('as JSON it has the shape of the service', async () => {
    const { code, stdout, stderr } = await gamify('plya --json')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(JSON.parse(stderr)).toEqual({
      error: 'invalid_usage',
      error_description: `unknown command 'plya' (did you mean 'gamify play'?)`,
    })
  })
})

describe('the service that is not there', () => {
  const env = { GAMIFY_URL: 'http://127.0.0.1:1' }

  test('ends with 3 and says what to do', async () => {
    const { code, stdout, stderr } = await gamify('player list', { env })
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toMatch(
      /^error: no answer from http:\/\/127\.0\.0\.1:1 \(.*\)\n {2}start an emulator with 'gamify serve', or .*--url/,
    )
  })

  test('names all of its addresses, and what happened at each', async () => {
    const { code, stderr } = await gamify('player list --url http://127.0.0.1:1,http://127.0.0.1:2')
    expect(code).toBe(3)
    expect(stderr).toMatch(
      /^error: the service could not be reached:\n {2}no answer from http:\/\/127\.0\.0\.1:1 \(.*\)\n {2}no answer from http:\/\/127\.0\.0\.1:2 \(.*\)\n {2}start an emulator .*\n$/,
    )
  })

  test('shows no stack but with --verbose', async () => {
    expect((await gamify('player list', { env })).stderr).not.toMatch(/^ +at /m)
    expect((await gamify('player list --verbose', { env })).stderr).toMatch(/^ +at /m)
  })

  test('may be anywhere but at what is no address', async () => {
    expect(await gamify('player list --url localhost:4040')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not a valid address'),
    })
    expect(await gamify('player list --url ftp://localhost')).toMatchObject({ code: 2 })
  })
})

describe('a server that is not an emulator', () => {
  let server: Server
  let url: string
  let answers: Readonly<Record<string, string>>
  const token = '{ "access_token": "t", "token_type": "Bearer", "expires_in": 60 }'

  beforeAll(async () => {
    server = createServer((req, res) => res.end(answers[req.url === '/auth/token' ? 'token' : 'other']))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  test.each([
    ['token', '<html>', ''],
    ['token', 'null', ''],
    ['token', '{ "access_token": null }', ''],
    ['player list', '<html>', ''],
    ['player list', token, '<html>'],
    ['player list', token, 'null'],
    ['player show neo', token, '{}'],
    ['player create neo', token, '{}'],
    ['player activity neo', token, '{}'],
    ['play action like --as neo', token, '{ "events": {} }'],
    ['play rule welcome --player neo', token, '{}'],
  ])('is told of by %s where it answers %s and %s', async (line, forToken, forOther) => {
    answers = { token: forToken, other: forOther }
    const error_description = "an answer with status 200 that is not the service's"
    expect(await gamify(`${line} --url ${url}`)).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: invalid_answer: ${error_description}\n  check that this is the address of an emulator; --url sets another\n`,
    })
    expect(await gamify(`${line} --json --url ${url}`)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${JSON.stringify({ error: 'invalid_answer', error_description })}\n`,
    })
  })

  test('is asked over http where it does not serve HTTPS', async () => {
    const secure = url.replace('http:', 'https:')
    expect(await gamify(`player list --url ${secure}`)).toEqual({
      code: 3,
      stdout: '',
      stderr: `error: ${secure} does not serve HTTPS\n  did you mean '${url}'?\n`,
    })
  })
})

describe('what is empty counts as not given', () => {
  const url = 'http://127.0.0.1:1'

  test.each([
    ['player list --url=', { GAMIFY_URL: url }, `no answer from ${url}`],
    ['player list --config=', { GAMIFY_URL: url }, `no answer from ${url}`],
    ['player list', { GAMIFY_URL: '', PORT: '1' }, `no answer from ${url}`],
    ['play action like --as=', { GAMIFY_URL: url, GAMIFY_PLAYER: 'neo' }, `no answer from ${url}`],
    ['play action like --as=', { GAMIFY_URL: url, GAMIFY_PLAYER: '' }, 'the player to act as is missing'],
    ['token', { GAMIFY_URL: url, GAMIFY_CLIENT_ID: '', GAMIFY_CLIENT_SECRET: '' }, `no answer from ${url}`],
  ])('%s, in the environment %j', async (line, env, message) => {
    expect((await gamify(line, { cwd: empty, env })).stderr).toContain(`error: ${message}`)
  })
})

describe('colours', () => {
  const coloured = new RegExp(String.raw`\u001b\[`)
  test('are for terminals alone, and for those who want them', async () => {
    expect((await gamify('', { cwd: empty })).stdout).not.toMatch(coloured)
    expect((await gamify('', { cwd: empty, answer: '' })).stdout).toMatch(coloured)
    expect((await gamify('--no-color', { cwd: empty, answer: '' })).stdout).not.toMatch(coloured)
    expect((await gamify('', { cwd: empty, answer: '', env: { NO_COLOR: '1' } })).stdout).not.toMatch(coloured)
    expect((await gamify('', { cwd: empty, answer: '', env: { TERM: 'dumb' } })).stdout).not.toMatch(coloured)
  })
})
