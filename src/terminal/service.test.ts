import { describe, expect, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { DEVELOPMENT_SECRET, knownClients, type ApiClient } from '../auth/clients.ts'
import type { Client } from '../client/client.ts'
import { ServiceError, UnreachableError } from '../client/service-error.ts'
import type { Project } from '../project/project.ts'
import type { CliError } from './cli-error.ts'
import { accountOf, findAddresses, toCliError } from './service.ts'
import type { CommonOptions, Shell } from './shell.ts'

const mine: ApiClient = { client_id: 'mine', client_secret: 'hidden', runtime: 'production', type: 'client' }
const pages: ApiClient = { client_id: 'pages', client_secret: 'x', runtime: 'production', type: 'code' }

/** The account of a command line in an environment and a project. */
function account(
  options: { url?: string; runtime?: 'staging' | 'production' },
  env: Readonly<Record<string, string>> = {},
  { host = '127.0.0.1', port = 4040, clients = knownClients([]) }: Partial<Project> = {},
) {
  return accountOf({ io: { env }, options } as unknown as Shell, { host, port, clients } as Project)
}

/** The address that a command line finds, where nothing serves the data directory of the project. */
async function address(
  options: { url?: string },
  env: Readonly<Record<string, string>> = {},
  { host = '127.0.0.1', port = 4040 }: Partial<Project> = {},
): Promise<string> {
  const io = { env, files: new SimulatedFileSystem() }
  const { urls } = await findAddresses({ io, options } as unknown as Shell, { host, port, data: '/data' } as Project)
  return urls.join(' ')
}

describe('the address', () => {
  test.each([
    [{}, {}, {}, 'http://127.0.0.1:4040'],
    [{}, {}, { host: '0.0.0.0', port: 5050 }, 'http://127.0.0.1:5050'],
    [{}, {}, { host: '::' }, 'http://[::1]:4040'],
    [{}, {}, { host: 'game.test' }, 'http://game.test:4040'],
    [{}, { GAMIFY_URL: 'https://game.test/base/' }, { port: 5050 }, 'https://game.test/base'],
    [{}, { GAMIFY_URL: '' }, {}, 'http://127.0.0.1:4040'],
    [{ url: 'http://a.test' }, { GAMIFY_URL: 'http://b.test' }, {}, 'http://a.test'],
    [{ url: 'http://a.test,http://b.test/base/' }, {}, {}, 'http://a.test http://b.test/base'],
    [{}, { GAMIFY_URL: 'https://a.test, https://b.test' }, {}, 'https://a.test https://b.test'],
  ])('of flag %j, environment %j and project %j is %4$s', async (options, env, project, url) => {
    expect(await address(options, env, project)).toBe(url)
  })

  test.each(['localhost:4040', 'ftp://a.test', 'a b', '/x'])('is never %j', async (url) => {
    await expect(address({ url })).rejects.toThrow(`'${url}' is not a valid address`)
  })

  test.each([
    ['http://a.test,', "an address is missing in 'http://a.test,'"],
    [',', "an address is missing in ','"],
    ['http://a.test,,http://b.test', "an address is missing in 'http://a.test,,http://b.test'"],
    ['http://a.test,b.test', "'b.test' is not a valid address"],
    ['http://a.test,http://b.test,HTTP://A.test:80/', "'HTTP://A.test:80' occurs twice"],
    ['http://a.test,https://b.test', 'differ in their protocol'],
  ])('is no list of addresses such as %j', async (url, message) => {
    await expect(address({ url })).rejects.toMatchObject({ message: expect.stringContaining(message), exitCode: 2 })
    await expect(address({}, { GAMIFY_URL: url })).rejects.toThrow(message)
  })

  test('that only wants its scheme is told with it', async () => {
    const advice = (url: string) => address({ url }).catch((error: CliError) => error.advice)
    expect(await advice('localhost:4040')).toEqual([`did you mean 'http://localhost:4040'?`])
    expect(await advice('/x')).toEqual(['expected one such as http://127.0.0.1:4040'])
  })
})

describe('the client', () => {
  test.each([
    [{}, {}, undefined, 'gamify-staging', DEVELOPMENT_SECRET],
    [{ runtime: 'production' as const }, {}, undefined, 'gamify-production', DEVELOPMENT_SECRET],
    [{}, { GAMIFY_CLIENT_ID: 'mine' }, [...knownClients([]), mine], 'mine', 'hidden'],
    [{}, { GAMIFY_CLIENT_ID: 'other', GAMIFY_CLIENT_SECRET: 's' }, undefined, 'other', 's'],
    [{}, { GAMIFY_CLIENT_SECRET: 's' }, undefined, 'gamify-staging', 's'],
    [
      { runtime: 'production' as const },
      { GAMIFY_CLIENT_ID: 'gamify-staging' },
      undefined,
      'gamify-production',
      DEVELOPMENT_SECRET,
    ],
    [{ runtime: 'production' as const }, {}, [pages, mine], 'mine', 'hidden'],
  ])('for %j in the environment %j is %3$s', (options, env, clients, clientId, clientSecret) => {
    expect(account(options, env, clients === undefined ? {} : { clients })).toMatchObject({ clientId, clientSecret })
  })

  test('needs a secret that is known', () => {
    expect(() => account({}, {}, { clients: [mine] })).toThrow(`no secret for the client 'gamify-staging'`)
    expect(() => account({}, { GAMIFY_CLIENT_ID: 'gamify-stagin' })).toThrow(`(did you mean 'gamify-staging'?)`)
  })
})

describe('an error of the service in words', () => {
  const inWords = (error: Error) => toCliError(error, {} as Client, { options: {} as CommonOptions })

  test.each([
    ['{ "error": "constructor", "error_description": "x" }', 'constructor: x'],
    ['{ "error": "validation_exception", "data": null }', 'validation_exception: validation_exception'],
    ['{ "error": "validation_exception", "data": { "errors": 5 } }', 'validation_exception: validation_exception'],
    [
      '{ "error": "validation_exception", "data": { "errors": [null, {}, { "path": "a", "message": "b" }] } }',
      'validation_exception: validation_exception\n  a: b',
    ],
  ])('is read from %s', async (text, message) => {
    expect(await inWords(new ServiceError({ status: 400, text }))).toMatchObject({ message, advice: [] })
  })

  test.each(['wrong version number', 'packet length too long'])(
    'is that it is no https where TLS says %s',
    async (words) => {
      const cause = new Error(`write EPROTO 80:error:0A00010B:SSL routines:ssl3_get_record:${words}:../x.c:350:\n`)
      expect(await inWords(new UnreachableError('https://game', cause))).toMatchObject({
        message: 'https://game does not serve HTTPS',
        advice: ["did you mean 'http://game'?"],
        exitCode: 3,
      })
    },
  )

  test.each([
    ['SELF_SIGNED_CERT_IN_CHAIN', 'is not trusted (why)', 'NODE_EXTRA_CA_CERTS'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'is not trusted (why)', 'NODE_EXTRA_CA_CERTS'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for other names (why)', '--allow-host'],
  ])('is what stands against the certificate where Node says %s', async (code, message, advice) => {
    const cause = Object.assign(new Error('why; try something else'), { code })
    expect(await inWords(new UnreachableError('https://game', cause))).toMatchObject({
      message: `the certificate of https://game ${message}`,
      advice: expect.arrayContaining([expect.stringContaining(advice)]),
      exitCode: 3,
    })
  })
})
