import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serveStarter, starter, type ServedStarter } from './served-game.ts'
import { command, inherited } from './spawned.ts'

const NAMES = [
  'design_validate',
  'design_lint',
  'design_diff',
  'player',
  'players',
  'actions',
  'play',
  'why',
  'why_not',
  'leaderboard',
  'history',
  'time',
  'snapshot',
  'rewind',
  'simulate',
  'what_if',
  'check',
  'run_script',
]
const CHANGING = ['play', 'rewind', 'run_script']

/** What a tool answered. */
interface Answered {
  readonly text: string
  readonly isError: boolean
}

/** An agent that talks to `gamify mcp`. */
interface Agent {
  readonly client: Client
  call(name: string, input?: unknown): Promise<Answered>
  /** What the server wrote to stderr so far. */
  log(): string
  /** Closes the stdin of the server. Resolves when the process has ended. */
  close(): Promise<void>
}

let cwd: string
const agents = new Set<Agent>()
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-mcp-'))
})
afterEach(async () => {
  for (const agent of agents) await agent.close()
  agents.clear()
  await rm(cwd, { recursive: true, maxRetries: 5 })
})

/** Starts the server, and closes it after the test. */
async function begin(flags: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Agent> {
  const agent = await beginIn(cwd, flags, env)
  agents.add(agent)
  return agent
}

async function beginIn(
  directory: string,
  flags: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Agent> {
  const [file, ...before] = command
  const own = Object.entries({ ...inherited, ...env }).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const transport = new StdioClientTransport({
    command: file,
    args: [...before, 'mcp', ...flags],
    cwd: directory,
    env: Object.fromEntries(own),
    stderr: 'pipe',
  })
  let log = ''
  transport.stderr?.on('data', (part: Buffer) => (log += part.toString()))
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  return {
    client,
    log: () => log,
    async call(name, input = {}) {
      const { content, isError } = await client.callTool({ name, arguments: input as Record<string, unknown> })
      const [only, ...more] = content as { type: string; text: string }[]
      expect(more).toEqual([])
      return { text: only?.text ?? '', isError: isError === true }
    },
    close: () => client.close(),
  }
}

const project = (): Promise<void> => cp(starter, cwd, { recursive: true })
const path = (name: string): string => join(cwd, name)

describe('beside a running game', () => {
  let home: string
  let game: ServedStarter
  let reader: Agent
  let changer: Agent
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'gamify-mcp-'))
    await cp(starter, home, { recursive: true })
    game = await serveStarter(home)
    await game.run('seed')
    await game.run('play action like --as neo --count 2')
    reader = await beginIn(home, [], { GAMIFY_URL: game.url })
    changer = await beginIn(home, ['--allow-changes'], { GAMIFY_URL: game.url })
  })
  afterAll(async () => {
    await Promise.all([reader.close(), changer.close()])
    await game.stop()
    await rm(home, { recursive: true, maxRetries: 5 })
  })

  test('an agent gets the tools that change nothing, and with --allow-changes all of them', async () => {
    const { tools } = await reader.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(NAMES.filter((name) => !CHANGING.includes(name)))
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
    const fieldsOf = (name: string, all = tools): string[] =>
      Object.keys(all.find((each) => each.name === name)?.inputSchema.properties ?? {})
    expect([fieldsOf('time'), fieldsOf('snapshot')]).toEqual([['answer'], ['answer']])
    const { tools: all } = await changer.client.listTools()
    expect(all.map(({ name }) => name)).toEqual(NAMES)
    expect(fieldsOf('time', all)).toEqual(['set', 'advance', 'frozen', 'answer'])
    const changing = all.filter(({ annotations }) => annotations?.readOnlyHint === false)
    expect(changing.map(({ name }) => name)).toEqual(['play', 'time', 'snapshot', 'rewind', 'check', 'run_script'])
  })

  test('what would change the game is refused, with what to do, and changes nothing', async () => {
    const before = (await game.run('history')).stdout
    const agent = reader
    const refusal = { isError: true, text: expect.stringContaining("start it with 'gamify mcp --allow-changes'") }
    for (const [name, input] of [
      ['play', { as: 'neo', action: 'like' }],
      ['play', 'nonsense'],
      ['rewind', { to: 1 }],
      ['run_script', { files: ['scripts/first-week.json'] }],
      ['time', { advance: '1d' }],
      ['snapshot', { save: 'mine' }],
    ] as const)
      expect(await agent.call(name, input)).toEqual(refusal)
    expect((await game.run('history')).stdout).toBe(before)
    expect((await game.run('snapshot list')).stderr).toContain('no snapshots')
  })

  test('a tool answers as its command does', async () => {
    const agent = reader
    for (const [name, input, line] of [
      ['design_validate', {}, 'design validate'],
      ['design_lint', {}, 'design lint'],
      ['design_diff', {}, 'design diff'],
      ['player', { id: 'neo' }, 'player show neo'],
      ['player', { id: 'neo', at: '2026-05-01T12:00:00Z' }, 'player show neo --at 2026-05-01T12:00:00Z'],
      ['players', { limit: 1 }, 'player list --limit 1'],
      ['actions', { as: 'neo' }, 'action list --as neo'],
      ['why', {}, 'why last'],
      ['why', { event: 'neo' }, 'why neo'],
      ['why_not', { player: 'neo', rule: 'ladder' }, 'why-not neo rule ladder'],
      [
        'why_not',
        { player: 'neo', action: 'answer', variables: { votes: 4 } },
        'why-not neo action answer --var votes=4',
      ],
      ['leaderboard', {}, 'leaderboard'],
      ['leaderboard', { id: 'top', cycle: 'alltime' }, 'leaderboard top --cycle alltime'],
      ['history', { limit: 3 }, 'history --limit 3'],
      ['history', { as: 'neo', since: 2, limit: 1 }, 'history --as neo --since 2 --limit 1'],
      ['time', {}, 'time show'],
      ['snapshot', {}, 'snapshot list'],
      ['what_if', { player: 'neo' }, 'what-if --player neo'],
    ] as const) {
      const { code, stdout, stderr } = await game.run(line)
      const { text, isError } = await agent.call(name, input)
      expect({ line, code, isError }).toEqual({ line, code: 0, isError: false })
      for (const part of [stdout, stderr]) expect(text).toContain(part.trimEnd())
      if (name !== 'why_not') continue
      const json = await agent.call(name, { ...input, answer: 'json' })
      expect(json.text).toBe((await game.run(`${line} --json`)).stdout.trimEnd())
    }
  })

  test('tools that change something do what their commands do', async () => {
    const agent = changer
    const texts: string[] = []
    for (const [name, input] of [
      ['snapshot', { save: 'before' }],
      ['play', { as: 'neo', action: 'answer', variables: { votes: 4 }, explain: true }],
      ['play', { as: 'neo', rule: 'welcome', variables: { gift: 5 } }],
      ['time', { advance: '1d' }],
      ['time', { frozen: false }],
      ['time', { set: '2026-06-01' }],
      ['run_script', { files: ['scripts/first-week.json'] }],
      ['rewind', { to: 3 }],
      ['snapshot', { restore: 'before' }],
      ['snapshot', { delete: 'before' }],
    ] as const) {
      const { text, isError } = await agent.call(name, input)
      expect({ name, input, text, isError }).toMatchObject({ isError: false })
      texts.push(text)
    }
    expect(texts).toEqual([
      expect.stringMatching(/^saved before: the game after entry \d+/),
      expect.stringMatching(/^neo played .*\n {2}/),
      expect.stringContaining('neo'),
      expect.stringContaining('2026-05-02T12:00:00'),
      expect.stringContaining('the clock is running'),
      expect.stringContaining('2026-06-01T00:00:00'),
      expect.stringContaining('12 passed'),
      expect.stringMatching(/^\d+ entries undone/),
      expect.stringMatching(/^restored before/),
      expect.stringContaining('before'),
    ])
  })

  test('nonsense is refused in plain words, and the server goes on', async () => {
    const agent = changer
    for (const [name, input, words] of [
      ['plays', {}, "there is no tool 'plays' (did you mean 'play'?)"],
      ['player', {}, 'the input of player is not valid:\n  id: missing; expected string'],
      ['player', 'neo', 'the input of player is not valid:\n  expected object, found string'],
      ['player', ['neo'], 'expected object, found array'],
      ['player', { id: 7, at: [] }, 'id: expected string, found number'],
      ['player', { id: 'neo', wrong: 1 }, "unknown field 'wrong'"],
      ['player', { id: 'trinty' }, "did you mean 'trinity'?"],
      ['player', { id: 'neo', at: 'soon' }, "at: 'soon' is not a history position"],
      ['players', { limit: -1 }, 'limit: expected a number of at least 0'],
      ['players', { limit: 1e9 }, 'limit: expected a number of at most 1000'],
      ['players', { limit: null }, 'found null'],
      ['play', {}, 'give one of action, trigger, rule'],
      ['play', { action: 'like', rule: 'welcome' }, 'action and rule cannot be combined'],
      ['play', { action: 'like' }, 'the player to act as is missing'],
      ['play', { action: 'lik', as: 'neo' }, "did you mean 'like'?"],
      ['play', { trigger: 'x', as: 'neo' }, 'process and trigger belong together'],
      ['why', { event: 'nobody' }, 'error: '],
      ['why_not', { player: 'neo' }, 'give one of action, rule, process'],
      ['leaderboard', { id: 'topp' }, "did you mean 'top'?"],
      ['leaderboard', { id: 'top', cycle: 'hourly' }, "expected one of 'daily'"],
      ['time', { advance: 'a while' }, "'a while' is not a valid duration"],
      ['time', { set: '2026-06-01', frozen: true }, 'set and frozen cannot be combined'],
      ['snapshot', { restore: '../x' }, 'not a valid snapshot name'],
      ['rewind', {}, 'to: missing'],
      ['simulate', { files: ['nowhere.json'] }, 'nowhere.json:1:1: no such file'],
      ['simulate', { days: 3651 }, 'days: expected a number of at most 3650'],
      ['check', { files: ['gamify.json'] }, 'gamify.json:'],
      ['check', { runs: 3, seconds: 3 }, 'cannot be combined'],
      ['what_if', { design: 'nowhere' }, 'no design directory'],
      ['run_script', { files: [] }, 'files: expected at least 1 item'],
      ['run_script', { files: ['/dev/zero'] }, '/dev/zero'],
      ['design_diff', { from: '__proto__' }, 'error: '],
    ] as const) {
      const answer = await agent.call(name, input)
      expect({ name, input, ...answer }).toMatchObject({ isError: true, text: expect.stringContaining(words) })
    }
    const long = 'x'.repeat(1_000_000)
    for (const [name, input] of [[long], ['players', { [long]: 1 }], ['player', { id: long }]] as const) {
      const { text, isError } = await agent.call(name, input)
      expect({ isError, isShort: text.length < 2_000 }).toEqual({ isError: true, isShort: true })
    }
    expect(await agent.call('time')).toMatchObject({ isError: false })
  })

  test('answers are short, and say how to get the rest', async () => {
    await game.run('play action visit --as trinity')
    for (let i = 0; i < 60; i += 1) await game.run('play action like --as neo')
    const agent = reader
    const few = await agent.call('history')
    expect(few.text.split('\n')).toHaveLength(21)
    expect(few.text).toContain('use --limit for more of them')
    const short = (await agent.call('history', { limit: 60 })).text.split('\n')
    expect(short).toHaveLength(51)
    expect(short[30]).toBe('… 11 lines left out; call it with "answer": "full" to get all of them')
    const full = (await agent.call('history', { limit: 60, answer: 'full' })).text.split('\n')
    expect(full).toHaveLength(61)
    expect([...short.slice(0, 30), ...short.slice(31)]).toEqual([...full.slice(0, 30), ...full.slice(41)])
    const json = (await agent.call('history', { limit: 2, answer: 'json' })).text.split('\n')
    expect(json.map((line) => Object.keys(JSON.parse(line) as object)[0])).toEqual(['seq', 'seq'])
  })

  test('one change is made at a time: a script that restores the game undoes no play', async () => {
    const agent = changer
    const likes = async (): Promise<number> =>
      (await game.run('history --as neo')).stdout.split('\n').filter((line) => line.includes('played')).length
    const before = await likes()
    let isOver = false
    const files = Array.from({ length: 10 }, () => 'scripts/first-week.json')
    const script = agent.call('run_script', { files }).finally(() => (isOver = true))
    let plays = 0
    for (; !isOver; plays += 1) await agent.call('play', { as: 'neo', action: 'like' })
    expect(await script).toMatchObject({ isError: false })
    expect(await likes()).toBe(before + plays)
  })
})

test('an agent finds why a player has no badge, changes the design, and tests the change', async () => {
  await project()
  const agent = await begin(['--serve', '--allow-changes'])
  const say = async (name: string, input = {}): Promise<string> => {
    const { text, isError } = await agent.call(name, input)
    expect({ name, text, isError }).toMatchObject({ isError: false })
    return text
  }
  expect(await say('players')).toContain('neo')
  await say('play', { as: 'neo', action: 'answer', count: 2 })
  expect(await say('player', { id: 'neo' })).not.toContain('Helper')
  // Why is there no badge?
  expect(await say('why_not', { player: 'neo', rule: 'helper' })).toContain('they have 2 (3 missing)')
  const rules = 'design/rules/achievements.json'
  const { contents } = await agent.client.readResource({ uri: `gamify://${rules}` })
  const { text: sound } = contents[0] as { text: string }
  // A change that is wrong is found where it is, and the game goes on.
  const easier = sound.replace('"value": "5"', '"value": "2"')
  await writeFile(path(rules), easier.replace('"answer"', '"anser"'))
  expect((await agent.call('design_validate')).text).toMatch(/^design\/rules\/achievements\.json:\d+:\d+: .*'anser'/)
  await say('time')
  // The change that is meant: who fares differently, and does what must hold still hold?
  await writeFile(path(rules), easier)
  expect(await say('design_validate')).toMatch(/^valid: /)
  expect(await say('what_if', { player: 'neo' })).toContain('Helper')
  expect(await say('simulate', { days: 3, players: 20 })).toContain('20 players')
  expect(await say('check', { runs: 50 })).toMatch(/^(holds|fails) {2}no-debt/m)
  // The emulator follows the files.
  await expect
    .poll(async () => (await agent.call('design_diff')).text, { timeout: 10_000 })
    .toContain('no difference between latest and files')
  expect(await say('play', { as: 'neo', action: 'answer' })).toContain('neo got Helper')
  expect(await say('run_script', { files: ['scripts/first-week.json'] })).toContain('passed')
})

describe('with an emulator of its own', () => {
  test('starts it when a tool first needs it, once the design has no problems, and ends with it', async () => {
    await project()
    const rule = 'design/rules/ladder.json'
    const sound = await readFile(path(rule), 'utf8')
    await appendFile(path(rule), '}')
    const agent = await begin(['--serve'])
    expect(agent.log()).not.toContain('serves')
    expect(await agent.call('design_validate')).toMatchObject({ text: expect.stringContaining('ladder.json') })
    const refused = await agent.call('player', { id: 'neo' })
    expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/ladder\.json:\d+:\d+: not JSON/) })
    await writeFile(path(rule), sound)
    expect(await agent.call('player', { id: 'neo' })).toMatchObject({ isError: false })
    const [, url = ''] = /serves this game on (http:\S+)/.exec(agent.log()) ?? []
    expect((await fetch(`${url}/_gamify/health`)).status).toBe(200)
    await agent.close()
    await expect(fetch(`${url}/_gamify/health`)).rejects.toThrow()
  })

  test('needs no address of another one', async () => {
    await expect(begin(['--serve', '--url', 'http://127.0.0.1:1'])).rejects.toThrow()
  })
})

test('without an emulator, a tool that needs one says how to have one, and the others work', async () => {
  await project()
  const agent = await begin([], { GAMIFY_URL: 'http://127.0.0.1:1' })
  expect(await agent.call('player', { id: 'neo' })).toMatchObject({
    isError: true,
    text: expect.stringMatching(/no answer from http:\/\/127\.0\.0\.1:1.*\n.*'gamify serve'.*\n.*'gamify mcp --serve'/),
  })
  expect(await agent.call('design_validate')).toMatchObject({ isError: false })
  expect(await agent.call('what_if', { data: '.gamify' })).toMatchObject({
    text: expect.stringContaining('has no game'),
  })
})

test('an agent that only reads gets counterexamples, and no script is written for them', async () => {
  await project()
  await writeFile(path('checks/game.json'), '[{ "id": "no-gold", "unreachable": "rank:Gold", "within_plays": 10 }]')
  const found = /^fails {2}no-gold: rank:Gold can be reached/m
  expect((await (await begin()).call('check', { runs: 300 })).text).toMatch(found)
  await expect(readFile(path('scripts/found/no-gold.json'))).rejects.toThrow('ENOENT')
  const writing = await begin(['--allow-changes'])
  expect((await writing.call('check', { runs: 300 })).text).toMatch(found)
  expect(await readFile(path('scripts/found/no-gold.json'), 'utf8')).toContain('steps')
})

describe('the resources', () => {
  test('are the files of the project, the schemas and the documents', async () => {
    await project()
    await writeFile(path('secret.json'), '{}')
    await cp(path('gamify.json'), path('.gamify/game.json'))
    const { client } = await begin()
    const { resources } = await client.listResources()
    const uris = resources.map(({ uri }) => uri)
    expect(uris).toEqual(
      expect.arrayContaining([
        'gamify://project/gamify.json',
        'gamify://project/scripts/first-week.json',
        'gamify://design/actions/like.json',
        'gamify://schemas/gamify.rule.schema.json',
        'gamify://docs/reference/cli.md',
        'gamify://docs/guides/agents.md',
      ]),
    )
    expect(uris.filter((uri) => /secret|\.gamify|\.png/.test(uri))).toEqual([])
    for (const [uri, words] of [
      ['gamify://design/actions/like.json', '"like"'],
      ['gamify://schemas/gamify.rule.schema.json', '"$schema"'],
      ['gamify://docs/reference/cli.md', 'gamify mcp'],
    ] as const) {
      const [content] = (await client.readResource({ uri })).contents as { text: string; uri: string }[]
      expect(content).toMatchObject({ uri, text: expect.stringContaining(words) })
    }
  })

  test('are listed page by page, and none is left out', async () => {
    await project()
    await mkdir(path('scripts/many'))
    const names = Array.from({ length: 2_100 }, (_, i) => `${i}.json`)
    for (const name of names) await writeFile(path(`scripts/many/${name}`), '{}')
    const { client } = await begin()
    const uris: string[] = []
    let cursor: string | undefined
    do {
      const page = await client.listResources({ cursor })
      uris.push(...page.resources.map(({ uri }) => uri))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    const all = names.map((name) => `gamify://project/scripts/many/${name}`)
    expect(uris).toEqual(expect.arrayContaining([...all, 'gamify://docs/reference/cli.md']))
    expect(new Set(uris).size).toBe(uris.length)
    for (const wrong of ['x', '-1', '1', '1e3'])
      await expect(client.listResources({ cursor: wrong })).rejects.toThrow(`'${wrong}' is not a cursor`)
  })

  test('nothing else can be read', async () => {
    await project()
    // Of a design, only what has the name of a part of one is read.
    await mkdir(path('outside'))
    await writeFile(path('outside/x.json'), '{}')
    await symlink(path('outside'), path('design/outside'))
    await mkdir(path('.gamify'), { recursive: true })
    await writeFile(path('.gamify/game.json'), '{}')
    await symlink(path('.gamify'), path('scripts/data'))
    await symlink(path('outside'), path('scripts/shared'))
    const { client } = await begin()
    const uris = (await client.listResources()).resources.map(({ uri }) => uri)
    expect(uris.filter((uri) => /outside|data\/|shared/.test(uri))).toEqual(['gamify://project/scripts/shared/x.json'])
    for (const uri of [
      'gamify://design/../gamify.json',
      'gamify://project/%2e%2e/x.json',
      'gamify://project/.gamify/game.json',
      'file:///etc/passwd',
      'gamify://design/outside/x.json',
      'gamify://project/scripts/data/game.json',
      'gamify://docs/',
      '',
    ])
      await expect(client.readResource({ uri })).rejects.toThrow('there is no resource')
    await expect(client.readResource({ uri: 'gamify://design/actions/lik.json' })).rejects.toThrow(
      "did you mean 'gamify://design/actions/like.json'?",
    )
  })
})

describe('a long tool', () => {
  test.each([
    ['check', { seconds: 300 }],
    ['simulate', { players: 100_000, days: 300 }],
  ] as const)('reports progress, and is cancelled: %s', async (name, input) => {
    await project()
    const agent = await begin()
    const ending = new AbortController()
    const progress: number[] = []
    const call = agent.client.callTool({ name, arguments: input }, undefined, {
      signal: ending.signal,
      onprogress: ({ progress: done, total = 0, message }) => {
        expect(total).toBeGreaterThan(0)
        expect(message).toMatch(name === 'check' ? /^searching / : /^simulating players/)
        progress.push(done)
        if (progress.length === 2) ending.abort('enough')
      },
    })
    await expect(call).rejects.toThrow('enough')
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(await agent.call('design_validate')).toMatchObject({ isError: false })
    const begun = performance.now()
    await agent.close()
    // The client kills a server that does not end within two seconds.
    expect(performance.now() - begun).toBeLessThan(1_900)
  })
})

describe('the process', () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  }
  const toCall = (id: number, name: string, input: object): object => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: input },
  })

  /** Starts the server, says these lines, and waits for the answer with this id. */
  async function talk(flags: readonly string[], lines: readonly (object | string)[], until: number) {
    const [file, ...before] = command
    const child = spawn(file, [...before, 'mcp', ...flags], { cwd, env: { ...inherited } })
    const written = { out: '', err: '' }
    child.stdout.on('data', (part: Buffer) => (written.out += part.toString()))
    child.stderr.on('data', (part: Buffer) => (written.err += part.toString()))
    const ended = once(child, 'close')
    for (const line of lines) child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
    await expect.poll(() => written.out, { timeout: 20_000 }).toMatch(new RegExp(`"id":${until}\\b`))
    return { child, written, ended }
  }

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'stdin', 'stdout'] as const)(
    'ends with 0 and leaves nothing running, in the middle of a long call too: %s',
    async (how) => {
      await project()
      const lines = [initialize, toCall(2, 'time', {}), toCall(3, 'check', { seconds: 300 })]
      const { child, ended, written } = await talk(['--serve'], lines, 2)
      const [, url = ''] = /serves this game on (http:\S+)/.exec(written.err) ?? []
      if (how === 'stdin') child.stdin.end()
      else if (how === 'stdout') {
        child.stdout.destroy()
        child.stdin.write(`${JSON.stringify(toCall(4, 'time', {}))}\n`)
      } else child.kill(how)
      expect(await ended).toEqual([0, null])
      await expect(fetch(`${url}/_gamify/health`)).rejects.toThrow()
    },
  )

  test('writes nothing but the protocol to stdout, and nonsense on stdin does not end it', async () => {
    await project()
    const nonsense = ['garbage', '{}', '[]', 'null', '{"jsonrpc":"2.0"}', '\u0000\u001b[2J', `"${'x'.repeat(100_000)}"`]
    const wrong = [
      { jsonrpc: '2.0', id: 7, method: 'no/such' },
      { jsonrpc: '2.0', id: 8, method: 'tools/call', params: { name: 5 } },
      { jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'players', arguments: 'all' } },
    ]
    const lines = [...nonsense, initialize, ...wrong, toCall(10, 'player', { id: 'neo' }), toCall(2, 'design_lint', {})]
    const { child, written, ended } = await talk(['--serve', '--verbose', '--json'], lines, 10)
    await expect.poll(() => written.out).toMatch(/"id":2\b/)
    child.stdin.end()
    expect(await ended).toEqual([0, null])
    const answers = written.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; error?: object })
    expect(answers.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([1, 2, 7, 8, 9, 10])
    const refused = answers.filter(({ error }) => error)
    expect(refused).toEqual([
      { jsonrpc: '2.0', id: 7, error: { code: -32601, message: expect.stringContaining("'no/such'") } },
    ])
    const texts = answers.filter(({ id }) => id === 8 || id === 9).map((answer) => JSON.stringify(answer))
    expect(texts).toEqual([expect.stringContaining("there is no tool '5'"), expect.stringContaining('found string')])
  })
})
