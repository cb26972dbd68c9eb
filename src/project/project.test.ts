import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nodeFileSystem } from '../storage/fs.ts'
import { problemText } from './problem.ts'
import { isProject, readProject, type Project, type ProjectSources } from './project.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gamify-project-'))
})
afterEach(() => rm(root, { recursive: true }))

const writeConfig = (content: unknown): Promise<void> =>
  writeFile(join(root, 'gamify.json'), typeof content === 'string' ? content : JSON.stringify(content, null, 2))

async function read(sources: Partial<ProjectSources> = {}): Promise<Project | readonly string[]> {
  const project = await readProject({ files: nodeFileSystem(), env: {}, cwd: root, ...sources })
  return isProject(project) ? project : project.map((problem) => problemText(problem, root))
}

describe('a project', () => {
  test('without a gamify.json has an empty game, development clients, and its data in the working directory', async () => {
    expect(await read({ cwd: root })).toMatchObject({
      directory: root,
      host: '127.0.0.1',
      port: 4040,
      data: join(root, '.gamify'),
      design: join(root, 'design'),
      clients: [
        { client_id: 'gamify-staging', client_secret: 'gamify-dev-secret', runtime: 'staging' },
        { client_id: 'gamify-production', client_secret: 'gamify-dev-secret', runtime: 'production' },
      ],
    })
  })

  test('can have comments, and a comma behind the last field', async () => {
    await writeConfig('// mine\n{ "port": 5050, /* none */ "game": { "id": "forum", }, }')
    expect(await read()).toMatchObject({ port: 5050, game: { id: 'forum' } })
  })

  test('can have the life of tokens as a duration', async () => {
    const client = { client_id: 'mine', client_secret: 's', runtime: 'staging', type: 'client' }
    await writeConfig({ dev_clients: false, clients: [{ ...client, token_ttl: '1h' }] })
    expect(await read()).toMatchObject({ clients: [{ ...client, token_ttl: 3600 }] })
  })

  test('is not in a gamify.jsonc, which says how to have it read', async () => {
    await writeFile(join(root, 'gamify.jsonc'), '{ "port": 5050 }')
    const told = 'gamify.jsonc:1:1: gamify does not read this file; rename it to gamify.json, which can have comments'
    expect(await read()).toEqual([told])
    expect(await read({ config: 'gamify.jsonc' })).toMatchObject({ port: 5050 })
    await writeConfig({ port: 6060 })
    expect(await read()).toMatchObject({ port: 6060 })
  })

  test('is that of the nearest parent with a gamify.json, whose paths are read from there', async () => {
    await mkdir(join(root, 'a/b'), { recursive: true })
    await writeConfig({ game: { id: 'forum' }, data: 'state', port: 5050 })
    expect(await read({ cwd: join(root, 'a/b') })).toMatchObject({
      file: join(root, 'gamify.json'),
      directory: root,
      game: { id: 'forum', title: 'forum', timezone: 'UTC', access: 'PUBLIC' },
      port: 5050,
      data: join(root, 'state'),
    })
  })

  test('may be named, and must be there then', async () => {
    await writeFile(join(root, 'other.json'), '{ "port": 6060 }')
    expect(await read({ config: 'other.json' })).toMatchObject({ port: 6060 })
    expect(await read({ config: 'none.json' })).toEqual(['none.json:1:1: no such file; expected a gamify.json'])
  })

  test('takes its data directory and the development secret from the environment before the file', async () => {
    await writeConfig({ data: 'state' })
    const env = { GAMIFY_DATA: 'elsewhere', GAMIFY_CLIENT_SECRET: 'hidden' }
    expect(await read({ env })).toMatchObject({
      data: join(root, 'elsewhere'),
      clients: [{ client_secret: 'hidden' }, { client_secret: 'hidden' }],
    })
  })

  test('has the clients that it lists beside the development clients, unless it says otherwise', async () => {
    const mine = { client_id: 'mine', client_secret: 's', runtime: 'staging', type: 'client' }
    await writeConfig({ clients: [mine] })
    const ids = (project: Project | readonly string[]) =>
      'clients' in project ? project.clients.map((client) => client.client_id) : project
    expect(ids(await read())).toEqual(['gamify-staging', 'gamify-production', 'mine'])
    await writeConfig({ clients: [mine], dev_clients: false })
    expect(ids(await read())).toEqual(['mine'])
    await writeConfig({ clients: [{ ...mine, client_id: 'gamify-staging' }] })
    expect(ids(await read())).toEqual(['gamify-production', 'gamify-staging'])
  })

  test('tells everything that is wrong with its gamify.json, with the nearest known names', async () => {
    await writeConfig({
      prot: 4040,
      port: 70_000,
      host: 7,
      game: { id: '1st', acces: 'PUBLIC', access: 'PUBLC', timezone: 'Europe/Berln' },
      clients: [
        { client_id: 'a', client_secret: 's', runtime: 'stagin', type: 'client', scopes: ['game', 'desing:r'] },
        { client_id: 'b', client_secret: 's', runtime: 'staging', type: 'code', redirect_uris: ['nowhere'] },
      ],
    })
    const problems = (await read()) as readonly string[]
    expect(problems.map((problem) => problem.replace(/:\d+:\d+:/, ''))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^gamify\.json prot: unknown field 'prot' \(did you mean 'port'\?\)$/),
        expect.stringMatching(/^gamify\.json port: .*65535/),
        expect.stringMatching(/^gamify\.json host: .*expected string/),
        expect.stringMatching(/^gamify\.json game\.id: expected an id/),
        expect.stringMatching(/^gamify\.json game\.acces: unknown field 'acces' \(did you mean 'access'\?\)$/),
        expect.stringMatching(/^gamify\.json game\.access: expected one of .* \(did you mean 'PUBLIC'\?\)$/),
        expect.stringMatching(
          /^gamify\.json game\.timezone: unknown time zone, .* \(did you mean 'Europe\/Berlin'\?\)$/,
        ),
        expect.stringMatching(/^gamify\.json clients.0.*runtime: expected one of .* \(did you mean 'staging'\?\)$/),
        expect.stringMatching(/^gamify\.json clients.0.*scopes.1.*: expected one of .* \(did you mean 'design:r'\?\)$/),
        expect.stringMatching(/^gamify\.json clients.1.*redirect_uris.0.*: expected an absolute URL, such as/),
      ]),
    )
    expect(problems).toHaveLength(10)
    expect(problems.find((problem) => problem.includes('prot:'))).toMatch(/^gamify\.json:2:11:/)
  })

  test('refuses a client that is listed twice', async () => {
    const client = { client_id: 'a', client_secret: 's', runtime: 'staging', type: 'client' }
    await writeConfig({ clients: [client, client] })
    expect(await read()).toEqual([
      expect.stringMatching(/^gamify\.json:10:20: clients.1.*client_id: 'a' is listed twice/),
    ])
  })

  describe('refuses an address that nobody can be sent back to', () => {
    const problemsOf = async (...redirect_uris: readonly string[]) => {
      const client = { client_id: 'a', client_secret: 's', runtime: 'staging', type: 'code', redirect_uris }
      await writeConfig({ clients: [client] })
      return read()
    }

    test.each([
      ['/back', 'expected an absolute URL, such as http://127.0.0.1:5173/signed-in'],
      ['app.test/back', 'expected an absolute URL, such as http://127.0.0.1:5173/signed-in'],
      ['localhost:5173/back', 'expected an absolute URL, such as http://127.0.0.1:5173/signed-in'],
      ['javascript:alert(1)', 'expected the address of an app; a javascript: URL is not allowed'],
      ['JavaScript://app.test/%0aalert(1)', 'expected the address of an app; a javascript: URL is not allowed'],
      ['data:text/html,x', 'expected the address of an app; a data: URL is not allowed'],
      ['vbscript:x', 'expected the address of an app; a vbscript: URL is not allowed'],
      ['file:///etc/hosts', 'expected the address of an app; a file: URL is not allowed'],
      ['view-source:http://app.test', 'expected the address of an app; a view-source: URL is not allowed'],
      ['http://app.test/#', 'expected a URL without a fragment'],
      ['http://app.test/a#b', 'expected a URL without a fragment'],
      [' javascript:alert(1)', 'expected a URL of ASCII characters'],
      ['java\nscript:alert(1)', 'expected a URL of ASCII characters'],
      ['http://app.test/\r\nx: y', 'expected a URL of ASCII characters'],
      ['http://bücher.test/', 'expected a URL of ASCII characters'],
      [`http://app.test/${'x'.repeat(2048)}`, '2048'],
    ])('%j', async (uri, problem) => {
      const [first, ...others] = (await problemsOf('http://app.test/back', uri)) as readonly string[]
      expect(first).toMatch(/redirect_uris.1/)
      expect(first).toContain(problem)
      expect(others).toEqual([])
    })

    test('and takes those of pages and programs', async () => {
      const uris = [
        'http://localhost:8080',
        'https://app.test/back?x=1',
        'my.app:/back',
        'myapp://back',
        'http://[::1]/',
      ]
      expect(await problemsOf(...uris)).toMatchObject({ file: join(root, 'gamify.json') })
    })
  })

  test.each(['code', 'implicit'])('refuses a client of type %s without an address to go back to', async (type) => {
    const client = { client_id: 'a', client_secret: 's', runtime: 'staging', type }
    await writeConfig({ clients: [client, { ...client, client_id: 'b', redirect_uris: [] }] })
    const problem = `expected the addresses that a client of type '${type}' sends players back to`
    expect(await read()).toEqual([
      expect.stringMatching(`clients\\.0.*redirect_uris: ${problem}$`),
      expect.stringMatching(`clients\\.1.*redirect_uris: ${problem}$`),
    ])
  })

  test.each([
    ['{', '1:2: not JSON'],
    ['[]', '1:1: .*expected object'],
    ['null', '1:1: .*expected object'],
  ])('tells what is wrong with the text %s', async (text, problem) => {
    await writeConfig(text)
    expect(await read()).toEqual([expect.stringMatching(`^gamify\\.json:${problem}`)])
  })
})
