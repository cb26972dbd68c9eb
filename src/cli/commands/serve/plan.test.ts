import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fakeIo } from '../../../../test/support/fake-io.ts'
import { DAY_MS } from '../../../game/kernel/instant.ts'
import { newAuthority, newServerIdentity } from '../../../secure/certificate.ts'
import { type CommonOptions, createShell } from '../../../terminal/shell.ts'
import { commonOptions } from '../../option.ts'
import { packageRoot } from '../../package-root.ts'
import { planServe, type ServeFlags, type ServePlan } from './plan.ts'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-plan-'))
})
afterEach(() => rm(cwd, { recursive: true }))

const noFlags: ServeFlags = {
  port: undefined,
  host: undefined,
  data: undefined,
  memory: false,
  design: undefined,
  noWatch: false,
  waitForDesign: false,
  types: undefined,
  poll: false,
  writeBack: false,
  seeds: [],
  now: undefined,
  freeze: false,
  randomSeed: undefined,
  noAuth: false,
  noStudio: false,
  allowedHosts: [],
  https: false,
  cert: undefined,
  key: undefined,
  dialect: undefined,
  keep: undefined,
  durability: undefined,
  log: undefined,
  printEnv: false,
}

function plan(flags: Partial<ServeFlags> = {}, env: Readonly<Record<string, string>> = {}): Promise<ServePlan> {
  const absent = Object.fromEntries(Object.entries(commonOptions).map(([name, option]) => [name, option.absent]))
  const shell = createShell(fakeIo({ cwd, env }), absent as unknown as CommonOptions)
  return planServe({ ...noFlags, ...flags }, shell)
}

describe('what is going to be served', () => {
  test('is by default an empty game of this machine, kept in .gamify', async () => {
    const planned = await plan()
    expect(planned).toMatchObject({
      host: '127.0.0.1',
      port: 4040,
      data: join(cwd, '.gamify'),
      log: 'pretty',
      noAuth: false,
      noStudio: false,
    })
    expect(planned.settings.design).toBeUndefined()
    expect(planned.settings).toMatchObject({ data: { directory: join(cwd, '.gamify') }, clients: { length: 2 } })
  })

  test('takes everything from the flags that say it', async () => {
    const { settings } = await plan({
      now: '2030-01-01',
      freeze: true,
      randomSeed: 'luck',
      keep: '30d',
      durability: 'always',
      memory: true,
    })
    expect(settings).toMatchObject({
      now: Date.parse('2030-01-01'),
      freeze: true,
      randomSeed: 'luck',
      keepMs: 30 * DAY_MS,
      durability: 'always',
      data: undefined,
    })
  })

  test('keeps its data where flag, else environment, else gamify.json say', async () => {
    await writeFile(join(cwd, 'gamify.json'), '{ "data": "c" }')
    expect((await plan({ data: 'a' }, { GAMIFY_DATA: 'b' })).data).toBe(join(cwd, 'a'))
    expect((await plan({}, { GAMIFY_DATA: 'b' })).data).toBe(join(cwd, 'b'))
    expect((await plan()).data).toBe(join(cwd, 'c'))
    expect((await plan({ memory: true }, { GAMIFY_DATA: 'b' })).data).toBeUndefined()
    expect((await plan({ memory: true, data: 'x' })).data).toBeUndefined()
  })

  test('speaks the dialect that flag, else gamify.json say, and else the documented one', async () => {
    expect((await plan()).settings.dialect).toBe('documented')
    await writeFile(join(cwd, 'gamify.json'), '{ "dialect": "recorded" }')
    expect((await plan()).settings.dialect).toBe('recorded')
    expect((await plan({ dialect: 'documented' })).settings.dialect).toBe('documented')
  })

  test('has the design of the project, where there is one', async () => {
    expect((await plan()).design).toMatchObject({ look: { isThere: false, design: undefined }, problems: [] })
    await cp(join(packageRoot, 'templates/starter'), cwd, { recursive: true })
    const { design, settings } = await plan()
    expect(design).toMatchObject({ look: { isThere: true }, problems: [] })
    expect(settings.design?.source.metrics).toHaveLength(4)
    await writeFile(join(cwd, 'design/bootstrap.json'), '{')
    const broken = await plan()
    expect(broken.settings.design).toBeUndefined()
    expect(broken.design.problems).toMatchObject([{ line: 1, column: 2 }])
  })

  test('has its design directory watched, by events unless told otherwise', async () => {
    expect((await plan()).design).toMatchObject({ watch: 'events', writeBack: false })
    expect((await plan({ poll: true, writeBack: true })).design).toMatchObject({ watch: 'poll', writeBack: true })
    expect((await plan({ poll: true, noWatch: true })).design).toMatchObject({ watch: 'off' })
  })

  test.each<Partial<ServeFlags>>([
    { now: 'tomorrow' },
    { keep: 'long' },
    { design: 'none' },
    { seeds: ['none.json'] },
    { host: '0.0.0.0' },
    { host: '::' },
    { host: 'game.test' },
    { allowedHosts: ['game.test', 'foo:8080'] },
    { allowedHosts: ['http://foo'] },
    { allowedHosts: ['a b'] },
    { allowedHosts: ['*'] },
    { allowedHosts: [''] },
    { cert: 'cert.pem', key: 'key.pem' },
    { https: true, cert: 'cert.pem' },
    { https: true, key: 'key.pem' },
  ])('is refused with %j', async (flags) => {
    await expect(plan(flags)).rejects.toMatchObject({ name: 'CliError', exitCode: 2 })
  })

  test('is called by names as calls carry them', async () => {
    const allowedHosts = ['Game.test.', 'bücher.test', '[FE80::1]', '10.0.0.7']
    expect((await plan({ allowedHosts })).allowedHosts).toEqual([
      'game.test',
      'xn--bcher-kva.test',
      'fe80::1',
      '10.0.0.7',
    ])
  })

  describe('over https', () => {
    const { cert, key } = newServerIdentity(newAuthority(Date.now()), ['localhost'], Date.now())
    const flags = { https: true, cert: 'cert.pem', key: 'key.pem' }

    test('has the certificate and key of the flags, else those by an authority of its own', async () => {
      await writeFile(join(cwd, 'cert.pem'), cert)
      await writeFile(join(cwd, 'key.pem'), key)
      expect((await plan(flags)).https).toEqual({ given: { cert, key } })
      expect((await plan({ https: true })).https).toEqual({ given: undefined })
      expect((await plan()).https).toBeUndefined()
    })

    test.each([
      ['--cert cert.pem: no such file', undefined, key],
      ['--key key.pem: no such file', cert, undefined],
      ['--cert cert.pem is not a PEM certificate', key, key],
      ['--key key.pem is not a PEM private key', cert, cert],
      ['--key key.pem does not belong to the certificate', cert, newAuthority(Date.now()).key],
    ])('is refused with words: %s', async (message, certText, keyText) => {
      if (certText !== undefined) await writeFile(join(cwd, 'cert.pem'), certText)
      if (keyText !== undefined) await writeFile(join(cwd, 'key.pem'), keyText)
      await expect(plan(flags)).rejects.toMatchObject({ exitCode: 2, message })
    })

    test('is refused with files that cannot be read', async () => {
      await expect(plan({ ...flags, cert: '.' })).rejects.toMatchObject({
        exitCode: 2,
        message: expect.stringContaining('cannot read --cert .'),
      })
    })
  })

  test.each(['localhost', '127.0.0.2', '::1', '[::1]'])('is for everybody on %s', async (host) => {
    expect(await plan({ host, noAuth: true })).toMatchObject({ host, noAuth: true })
  })

  test('is open beyond this machine to those with a secret of their own', async () => {
    const secret = { GAMIFY_CLIENT_SECRET: 'hidden' }
    expect(await plan({ host: '0.0.0.0' }, secret)).toMatchObject({ host: '0.0.0.0' })
    await expect(plan({ host: '0.0.0.0', noAuth: true }, secret)).rejects.toThrow('--no-auth')
    await writeFile(join(cwd, 'gamify.json'), '{ "host": "0.0.0.0", "dev_clients": false }')
    expect(await plan()).toMatchObject({ host: '0.0.0.0' })
  })
})
