import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandTree } from '../../src/cli/command-tree.ts'
import { completionsOf, MAX_OFFERED } from '../../src/cli/completion/completions.ts'
import { commonOptions } from '../../src/cli/option.ts'
import { createShell, type Shell } from '../../src/terminal/shell.ts'
import { fakeIo, gamify } from '../support/fake-io.ts'
import { serveStarter, starter, type ServedStarter } from './served-game.ts'

const run = promisify(execFile)

let game: ServedStarter

/** However long it takes: the command itself waits no longer than a person would. */
async function offered(line: string, env: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const { candidates } = await completionsOf(commandTree, line.split(' '), shellFor(env))
  return candidates.map(({ word }) => word)
}

function shellFor(env: Readonly<Record<string, string>> = {}): Shell {
  const io = fakeIo({ cwd: starter, env: { GAMIFY_URL: game.url, ...env } })
  const absent = Object.entries(commonOptions).map(([name, option]) => [name, option.absent])
  return createShell(io, Object.fromEntries(absent))
}

describe('triggers', () => {
  beforeAll(async () => {
    game = await serveStarter(join(import.meta.dirname, '../../templates/quest'))
    await game.run('seed')
  })
  afterAll(() => game.stop())

  test.each([
    ['play trigger frodo/mountain --as frodo ', ['pack:pack']],
    ['why-not sam trigger frodo/mountain ', ['pack:pack']],
    ['why-not sam trigger f', ['frodo/mountain']],
    ['why-not sam action like ', []],
  ])('are offered to play, and to ask about: %s', async (line, ids) => {
    expect(await offered(line)).toEqual(ids)
  })
})

describe('ids of the game', () => {
  beforeAll(async () => {
    game = await serveStarter()
    await game.run('seed')
    await game.run('snapshot save before')
  })
  afterAll(() => game.stop())

  test.each([
    ['player show ', ['morpheus', 'neo', 'trinity']],
    ['player show tr', ['trinity']],
    ["player show 'tr", ['trinity']],
    ['play action like --as tr', ['trinity']],
    ['play action like --as=tr', ['--as=trinity']],
    ['play rule x --player neo tr', ['trinity']],
    ['play action l', ['like']],
    ['play action --as neo l', ['like']],
    ['player score neo c', ['coins']],
    ['leaderboard ', ['top']],
    ['design fix some ', ['drop', 'keep', 'rename']],
    ['action ', ['list']],
    ['design v', ['validate', 'versions']],
    ['logs --f', ['--follow']],
    ['op', ['open', 'openapi']],
    ['snapshot restore ', ['before']],
    ['--runtime production player show ', []],
    ['why-not neo action l', ['like']],
    ['why-not neo ', ['action', 'rule', 'trigger']],
    ['why-not neo rule wel', ['welcome']],
  ])('behind %j are %j', async (line, ids) => {
    expect((await offered(line)).toSorted()).toEqual(ids)
  })

  test('are of events the newest first', async () => {
    for (const player of ['neo', 'trinity']) await game.run(`play action like --as ${player}`)
    const ids = await offered('why ')
    expect(ids.length).toBeGreaterThan(1)
    expect(ids).toEqual(ids.toSorted().toReversed())
    const { stdout } = await game.run('player activity neo --json')
    const ofNeo = (JSON.parse(stdout) as readonly { readonly id: string }[]).map(({ id }) => id)
    expect(await offered('why --as neo ')).toEqual(ofNeo.toReversed())
    expect(ids.slice(1)).toContain(ofNeo.at(-1))
    expect(await offered('why tr')).toEqual(['trinity'])
  })

  test('are asked for once all that is needed for it is there, and nothing else is', async () => {
    const shell = shellFor()
    let asked = 0
    const asks = (): void => void (asked += 1)
    await completionsOf(commandTree, ['play', 'a'], shell, asks)
    await completionsOf(commandTree, ['fault', 'add', '--route', ''], shell, asks)
    expect(asked).toBe(0)
    await completionsOf(commandTree, ['player', 'show', ''], shell, asks)
    expect(asked).toBe(1)
  })

  test('are those of the address on the line, and none where nobody answers', async () => {
    expect(await offered(`player show --url ${game.url} tr`, { GAMIFY_URL: 'http://127.0.0.1:1' })).toEqual(['trinity'])
    await expect(offered('player show --url http://127.0.0.1:1 tr')).rejects.toThrow('no answer')
  })

  test('are nothing that could steer a terminal, whoever answers', async () => {
    const answers = (path?: string): unknown =>
      path === '/auth/token'
        ? { access_token: 't', token_type: 'Bearer', expires_in: 60 }
        : [{ id: 'a\u001b[2J' }, { id: 'a\n' }, { id: 'ab' }]
    const server = createHttpServer((request, answer) => answer.end(JSON.stringify(answers(request.url))))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    expect(await offered(`play rule --url ${url} a`)).toEqual(['ab'])
    server.close()
  })

  test('are found among many by what they begin with, and never more than a shell can show', async () => {
    await game.run('seed --players 1200 --random-seed crowd')
    expect((await offered('player show ')).length).toBe(MAX_OFFERED)
    expect(await offered('player show trin')).toEqual(['trinity'])
  }, 30_000)
})

describe('the command behind it', () => {
  const nothing = { code: 0, stdout: '', stderr: '' }

  test('tells which paths join, and a word a line', async () => {
    expect(await gamify('complete -- completion b')).toEqual({ ...nothing, stdout: 'none\nbash\t\n' })
    expect(await gamify('complete -- state import ')).toEqual({ ...nothing, stdout: 'files\n' })
    expect(await gamify('complete -- nonsense x')).toEqual({ ...nothing, stdout: 'none\n' })
    expect(await gamify('complete')).toMatchObject({ code: 0, stderr: '' })
  })

  test('says nothing where nobody answers, or the project is broken', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'gamify-complete-'))
    await writeFile(join(directory, 'gamify.json'), '{')
    const stopped = await gamify('complete -- player show ', { env: { GAMIFY_URL: 'http://127.0.0.1:1' } })
    expect(stopped).toMatchObject({ code: 0, stderr: '' })
    expect(await gamify('complete -- player show ', { cwd: directory })).toMatchObject({ code: 0, stderr: '' })
    await rm(directory, { recursive: true })
  })

  test('waits for a service that is silent no longer than a person would', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : 0
    const io = fakeIo({ env: { GAMIFY_URL: `http://127.0.0.1:${port}` } })
    const { runProgram } = await import('../../src/cli/program.ts')
    await runProgram(['complete', '--', 'player', 'show', ''], io)
    silent.close()
    expect({ exits: io.exits, written: io.written }).toEqual({ exits: [0], written: { stdout: '', stderr: '' } })
  })
})

test('a shell that there is no script for is told of, with the nearest', async () => {
  expect(await gamify('completion bahs')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("no completion script for 'bahs' (did you mean 'bash'?)"),
  })
  expect(JSON.parse((await gamify('completion fish --json')).stdout)).toMatchObject({ shell: 'fish' })
})

/** What a shell is told, and how it is driven: each script prints what is offered behind `line`, a word a line. */
const shells: readonly (readonly [name: string, drive: (script: string, words: readonly string[]) => string])[] = [
  [
    'bash',
    (script, words) => `source '${script}'
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
COMP_LINE="${words.join(' ').replaceAll(/ ?= ?/g, '=')}"; COMP_POINT=\${#COMP_LINE}
_gamify_completion gamify "\${COMP_WORDS[COMP_CWORD]}" x 2>/dev/null
printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  [
    'zsh',
    (script, words) => `compdef() { : }; _files() { print -l -- "$PREFIX"*(N) }; compset() { : }
compadd() { print -l -- $found }
source '${script}'
words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=\${#words}; PREFIX=\${words[-1]}
_gamify`,
  ],
  [
    'fish',
    (script, words) => `source '${script}'; complete -C '${words.join(' ')}' | string replace -r '\\t.*' ''; true`,
  ],
]

const lookedFor = await Promise.all(
  shells.map(async ([name, drive]) => {
    const isThere = await run(name, ['-c', 'exit 0']).then(
      () => true,
      () => false,
    )
    return { name, drive, isThere, title: isThere ? name : `${name} (skipped: it is not installed on this machine)` }
  }),
)

describe.each(lookedFor)('$title', ({ name, drive, isThere }) => {
  let directory: string

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), `gamify-${name}-`))
    await writeFile(join(directory, 'script'), (await gamify(`completion ${name}`)).stdout)
    // In the place of the program: tells what it was asked, and answers as it does.
    await writeFile(
      join(directory, 'gamify'),
      `#!/bin/sh
shift; printf '%s\\n' "$@" > '${directory}/asked'
case "$*" in
*' import '*) echo files ;;
*--runtime=*) printf 'none\\n--runtime=staging\\tx\\n' ;;
*) printf 'none\\nneo\\tplayer\\nit'"'"'s $(touch ${directory}/run) me\\tplayer\\n' ;;
esac
`,
    )
    await chmod(join(directory, 'gamify'), 0o755)
    await writeFile(join(directory, 'some file.ndjson'), '')
  })
  afterAll(() => rm(directory, { recursive: true }))

  /** The lines that are offered behind words, the first of which is the program. */
  async function offered(...words: string[]): Promise<string[]> {
    const env = { PATH: `${directory}${delimiter}${process.env['PATH']}`, HOME: directory }
    const { stdout } = await run(name, ['-c', drive(join(directory, 'script'), words)], { cwd: directory, env })
    return stdout.split('\n').filter((line) => line !== '')
  }

  const there = test.skipIf(!isThere)

  there('offers what it is told, nothing of which is ever run', async () => {
    const words = await offered('gamify', 'player', 'show', '')
    const odd = words.find((word) => word !== 'neo')
    expect(words).toHaveLength(2)
    const plain = String.raw`it's $(touch ${directory}/run) me`
    expect(name === 'bash' ? odd?.replaceAll('\\', '') : odd).toBe(plain)
    if (name === 'bash') expect(odd).not.toBe(plain)
    await expect(run('ls', [join(directory, 'run')])).rejects.toThrow()
  })

  there('puts a flag and its value together', async () => {
    const words = name === 'bash' ? ['--runtime', '=', 'st'] : ['--runtime=st']
    expect(await offered('gamify', 'play', ...words)).toEqual([name === 'bash' ? 'staging' : '--runtime=staging'])
  })

  there('completes files by itself', async () => {
    expect((await offered('gamify', 'state', 'import', 'so')).join().replaceAll('\\', '')).toBe('some file.ndjson')
  })
})
