import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newAuthority, newServerIdentity } from '../../src/secure/certificate.ts'
import { gamify, type Outcome } from '../support/fake-io.ts'
import { endAll, run, serve, start, type Serving } from './spawned.ts'

let cwd: string
let elsewhere: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-https-'))
  elsewhere = await mkdtemp(join(tmpdir(), 'gamify-elsewhere-'))
})
afterEach(async () => {
  endAll()
  await rm(cwd, { recursive: true, maxRetries: 5 })
  await rm(elsewhere, { recursive: true })
})

const listed = { code: 0, stdout: expect.stringContaining('PLAYER') }
const list = (url: string, world: { cwd: string }): Promise<Outcome> => gamify(`player list --url ${url}`, world)

async function stop(serving: Serving): Promise<void> {
  serving.kill('SIGTERM')
  expect(await serving.ended).toMatchObject({ code: 0, stderr: '' })
}

test('a game is served over https by an authority of its own, which is kept, and trusted where the project is', async () => {
  const serving = await serve(['--https', '--log', 'silent'], { cwd })
  const file = join(cwd, '.gamify/https/ca.pem')
  const authority = await readFile(file, 'utf8')
  expect(serving.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  expect(serving.written.stdout).toContain(
    `  https    signed by an authority kept with the data; clients must trust ${file}\n`,
  )
  expect(await list(serving.url, { cwd })).toMatchObject(listed)
  expect(await list(serving.url.replace('127.0.0.1', 'localhost'), { cwd })).toMatchObject(listed)
  await stop(serving)
  const again = await serve(['--https', '--log', 'silent'], { cwd })
  expect(await readFile(file, 'utf8')).toBe(authority)
  expect(await list(again.url, { cwd })).toMatchObject(listed)
  await stop(again)
})

test('who does not trust the authority is told what to do', async () => {
  const serving = await serve(['--https'], { cwd })
  expect(await list(serving.url, { cwd: elsewhere })).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/^error: the certificate of https:\S+ is not trusted .*\n.*NODE_EXTRA_CA_CERTS/),
  })
  const env = { NODE_EXTRA_CA_CERTS: join(cwd, '.gamify/https/ca.pem'), GAMIFY_URL: serving.url }
  expect(await run(['player', 'list'], { cwd: elsewhere, env })).toMatchObject(listed)
})

test('who speaks plain http is told to speak https', async () => {
  const serving = await serve(['--https', '--memory'], { cwd })
  expect(await list(serving.url.replace('https', 'http'), { cwd })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('This address serves HTTPS only'),
  })
})

test('with --memory the authority lasts as long as the run, and the environment names it', async () => {
  const serving = start(['serve', '--https', '--memory', '--port', '0', '--print-env', '--log', 'silent'], { cwd })
  await serving.says(/NODE_EXTRA_CA_CERTS=.*\n/)
  const env = Object.fromEntries(
    serving.written.stdout
      .trim()
      .split('\n')
      .map((line): [string, string] => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  expect(env).toMatchObject({ GAMIFY_URL: expect.stringMatching(/^https:/), GAMIFY_CLIENT_ID: 'gamify-staging' })
  expect(await run(['player', 'list'], { cwd: elsewhere, env })).toMatchObject(listed)
  await expect.poll(() => serving.written.stderr).toContain('by an authority generated for this run only')
  serving.kill('SIGTERM')
  expect(await serving.ended).toMatchObject({ code: 0 })
  expect(existsSync(env['NODE_EXTRA_CA_CERTS'] ?? '')).toBe(false)
  expect(existsSync(join(cwd, '.gamify'))).toBe(false)
})

test('a certificate and a key of one’s own are served as they are', async () => {
  const authority = newAuthority(Date.now())
  const { cert, key } = newServerIdentity(authority, ['127.0.0.1'], Date.now())
  await Promise.all(
    Object.entries({ ca: authority.cert, cert, key }).map(([name, text]) => writeFile(join(cwd, `${name}.pem`), text)),
  )
  const args = ['serve', '--https', '--cert', 'cert.pem', '--key', 'key.pem', '--port', '0', '--memory', '--json']
  const serving = start(args, { cwd })
  const [text] = await serving.says(/\{.*\}\n/)
  const { url, authority: file } = JSON.parse(text) as { url: string; authority: unknown }
  expect(file).toBeNull()
  const env = { NODE_EXTRA_CA_CERTS: join(cwd, 'ca.pem'), GAMIFY_URL: url }
  expect(await run(['player', 'list'], { cwd: elsewhere, env })).toMatchObject(listed)
})
