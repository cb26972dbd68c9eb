import { connect } from '@nats-io/transport-node'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAuthority, newServerIdentity } from '../../src/secure/certificate.ts'
import { readLog } from '../../src/storage/log/log-reader.ts'
import { parseServers } from '../../src/storage/log/nats-address.ts'
import { NatsLog } from '../../src/storage/log/nats-log.ts'
import { LogMoved, LogSilent } from '../../src/storage/log/replicated-log.ts'
import { StorageError } from '../../src/storage/storage-error.ts'
import { keepsBlobs } from '../support/blobs-contract.ts'
import { natsServer, startNatsServers, type NatsServers } from '../support/nats-servers.ts'

const message = (id: string, data = id) => ({ headers: { kind: 'entries', writer: 'a', id }, data: Buffer.from(data) })

describe.skipIf(!natsServer)('the log of a game in NATS', () => {
  let nats: NatsServers
  let log: NatsLog
  beforeAll(async () => {
    nats = await startNatsServers(1)
    log = await NatsLog.connect({ servers: nats.url, game: 'quest' })
    await log.create(1)
  })
  afterAll(async () => {
    await log.close()
    await nats.close()
  })

  test('stores a message after the one that it expects, and refuses any other', async () => {
    expect(await log.end()).toBe(0)
    expect(await log.publish(message('1'), 0)).toBe(1)
    await expect(log.publish(message('2'), 0)).rejects.toThrow(LogMoved)
    await expect(log.publish(message('2'), 5)).rejects.toThrow(LogMoved)
    expect(await log.publish(message('2', '\u{1F600}\n\0'), 1)).toBe(2)
    expect(await log.end()).toBe(2)
    const found = await log.read(2)
    expect(found && { ...found, data: Buffer.from(found.data).toString() }).toEqual({
      headers: { kind: 'entries', writer: 'a', id: '2' },
      data: '\u{1F600}\n\0',
    })
    expect(await log.read(3)).toBeUndefined()
  })

  test('yields messages from a position on, also those that come later, until it is told to end', async () => {
    const ending = new AbortController()
    const found: number[] = []
    const reading = (async () => {
      for await (const { position } of log.follow(1, ending.signal)) {
        found.push(position)
        if (position === 4) ending.abort()
      }
    })()
    await log.publish(message('3'), 2)
    await log.publish(message('4'), 3)
    await reading
    expect(found).toEqual([2, 3, 4])
  })

  test('hears and answers what nodes say, and nothing else', async () => {
    const heard: unknown[] = []
    log.hear((beat) => heard.push(beat))
    log.answer((question) => ({ heard: question }))
    const stranger = await connect({ servers: nats.url })
    for (const text of ['not json', 'null', '5', '']) {
      stranger.publish('gamify.quest.alive', text)
      stranger.publish('gamify.quest.ask', text)
    }
    await stranger.flush()
    log.beat({ node: 'n1' })
    expect(await log.ask({ ask: 'leave' })).toEqual({ heard: { ask: 'leave' } })
    await expect.poll(() => heard).toEqual([{ node: 'n1' }])
    await stranger.close()
  })

  describe('keeps blobs', () => keepsBlobs(() => log.blobs(1)))

  test('removes what comes before a position, and says so to a reader that needs it', async () => {
    expect(await log.start()).toBe(1)
    await log.trim(3)
    expect(await log.start()).toBe(3)
    expect(await log.end()).toBe(4)
    expect(await log.read(2)).toBeUndefined()
    const reading = { log, wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)) }
    const ending = new AbortController()
    const positions: number[] = []
    for await (const { position, message: read } of readLog({
      ...reading,
      after: 2,
      only: 'headers',
      ending: ending.signal,
    })) {
      expect(read.headers['id']).toBe(String(position))
      positions.push(position)
      if (position === 4) ending.abort()
    }
    expect(positions).toEqual([3, 4])
    const late = readLog({ ...reading, after: 1, ending: new AbortController().signal }).next()
    await expect(late).rejects.toThrow('The log begins at its message 3 now, and this node needs the message 2')
  })

  test('is silent while its servers are away, and goes on when they are back', async () => {
    const end = await log.end()
    await nats.servers[0]?.stop('SIGKILL')
    await expect(log.publish(message('9'), end)).rejects.toThrow(LogSilent)
    await expect(log.end()).rejects.toThrow(LogSilent)
    await nats.servers[0]?.start()
    await expect.poll(() => log.end().catch(() => undefined), { timeout: 10_000 }).toBe(end)
  })

  test('a game without a stream is told from one with a stream', async () => {
    const other = await NatsLog.connect({ servers: nats.url, game: 'other' })
    try {
      expect(await other.exists()).toBe(false)
      await expect(other.publish(message('1'), 0)).rejects.toThrow()
      await expect(other.create(3)).rejects.toThrow('pass --replicas 1 for a trial')
      await other.create(1)
      expect(await other.exists()).toBe(true)
    } finally {
      await other.close()
    }
  })
})

describe.skipIf(!natsServer)('log servers that are starting', { timeout: 30_000 }, () => {
  test('are waited for until there are enough of them', async () => {
    const nats = await startNatsServers(3)
    const log = await NatsLog.connect({ servers: nats.url, game: 'quest' })
    try {
      // The servers have chosen a leader, and one of them is not there yet.
      await log.create(1)
      await log.remove()
      await nats.servers[2]?.stop('SIGKILL')
      const creating = log.create(3)
      creating.catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await nats.servers[2]?.start()
      await creating
      expect(await log.facts()).toMatchObject({ replicas: 3 })
    } finally {
      await log.close()
      await nats.close()
    }
  })
})

test.each(['', 'http://a', 'nats://', 'nats://a,,ftp://b'])('the addresses %j are refused', (text) => {
  expect(() => parseServers(text)).toThrow(StorageError)
})

test('a password in an address is used, and not shown', () => {
  const { servers, addresses, login } = parseServers('nats://me:se%20cret@a,b:5222')
  expect({ servers, addresses, login }).toEqual({
    servers: ['a:4222', 'b:5222'],
    addresses: 'a:4222, b:5222',
    login: { user: 'me', pass: 'se cret' },
  })
})

describe.skipIf(!natsServer)('a user who may not use a subject', () => {
  const user = (name: string, denied: string) =>
    `{ user: ${name}, password: secret, permissions: { publish: { deny: ["${denied}"] } } }`
  const users = ['{ user: full, password: secret }', user('mute', 'gamify.*.log'), user('new', '$JS.API.STREAM.>')]
  const logOf = (nats: NatsServers, name: string) =>
    NatsLog.connect({ servers: nats.url.replace('nats://', `nats://${name}:secret@`), game: 'quest' })
  let nats: NatsServers
  beforeAll(async () => {
    nats = await startNatsServers(1, `authorization { users: [${users.join(', ')}] }`)
  })
  afterAll(() => nats.close())

  test('learns at once that a stream cannot be created', async () => {
    const log = await logOf(nats, 'new')
    await expect(log.create(1)).rejects.toThrow(
      /^The log servers .* publish to \$JS\.API\.STREAM\.CREATE\.gamify-quest\./,
    )
    await log.close()
  })

  test('is told once to what messages are sent in vain', async () => {
    const [full, mute] = [await logOf(nats, 'full'), await logOf(nats, 'mute')]
    await full.create(1)
    const warnings: string[] = []
    mute.warnOfRefusals((warning) => warnings.push(warning))
    for (let i = 0; i < 2; i++) await expect(mute.publish(message('1'), 0)).rejects.toThrow(LogSilent)
    expect(warnings).toEqual([
      expect.stringMatching(/ publish to gamify\.quest\.log\. Add that to the user's permissions$/),
    ])
    await full.close()
    await mute.close()
  })
})

describe.skipIf(!natsServer)('servers with TLS', () => {
  const directory = mkdtempSync(join(tmpdir(), 'gamify-tls-'))
  const file = (name: string): string => join(directory, name)
  let nats: NatsServers
  const connecting = (ca: string | undefined, host = 'localhost') =>
    NatsLog.connect({
      servers: nats.url.replace('nats://127.0.0.1', `tls://${host}`),
      game: 'quest',
      tls: { ca, cert: undefined, key: undefined },
    })
  beforeAll(async () => {
    const authority = newAuthority(Date.now())
    const { cert, key } = newServerIdentity(authority, ['localhost'], Date.now())
    writeFileSync(file('ca.pem'), authority.cert)
    writeFileSync(file('cert.pem'), cert)
    writeFileSync(file('key.pem'), key)
    nats = await startNatsServers(1, `tls { cert_file: "${file('cert.pem')}", key_file: "${file('key.pem')}" }`)
  })
  afterAll(async () => {
    await nats.close()
    rmSync(directory, { recursive: true })
  })

  test('are trusted with the certificate of their authority', async () => {
    const log = await connecting(file('ca.pem'))
    await log.create(1)
    expect(await log.publish(message('1'), 0)).toBe(1)
    await log.close()
  })

  test('are refused at once without it', async () => {
    await expect(connecting(undefined)).rejects.toThrow(
      /^The certificate of the log servers localhost:\d+ cannot be trusted: .* Set GAMIFY_NATS_CA/,
    )
  })

  test('are not called if it cannot be read', async () => {
    await expect(connecting(file('none.pem'))).rejects.toThrow(
      `${file('none.pem')}, which is to connect to the log servers, cannot be read: ENOENT`,
    )
  })
})
