import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate, SubjectPublicKeyInfo } from '@peculiar/asn1-x509'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../game/kernel/instant.ts'
import { nodeFileSystem } from '../storage/fs.ts'
import { authorityFiles } from './authority-files.ts'
import { newAuthority, newServerIdentity } from './certificate.ts'
import type { Identity } from './identity.ts'
import { keptAuthority } from './kept-authority.ts'

const NOW_MS = Date.UTC(2030, 0, 1)

let data: string
let warnings: string[]
const place = () => authorityFiles(data)

beforeEach(async () => {
  data = join(await mkdtemp(join(tmpdir(), 'gamify-authority-')), 'data')
  warnings = []
})
afterEach(() => rm(join(data, '..'), { recursive: true }))

const ask = (nowMs = NOW_MS): Promise<Identity> =>
  keptAuthority(data, { files: nodeFileSystem(), nowMs, warn: (message) => warnings.push(message) })

async function put({ cert, key }: Identity): Promise<void> {
  await writeFile(place().cert, cert)
  await writeFile(place().key, key)
}

const aServer = (): Identity => newServerIdentity(newAuthority(NOW_MS), ['localhost'], NOW_MS)

/** An authority like ours, but of an RSA key. */
function rsaAuthority(): Identity {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const certificate = AsnConvert.parse(new X509Certificate(newAuthority(NOW_MS).cert).raw, Certificate)
  certificate.tbsCertificate.subjectPublicKeyInfo = AsnConvert.parse(keys.publicKey, SubjectPublicKeyInfo)
  const changed = new X509Certificate(Buffer.from(AsnConvert.serialize(certificate)))
  return { cert: changed.toString(), key: keys.privateKey }
}

describe('the authority of a data directory', () => {
  test('is made once and kept, its key for its owner alone', async () => {
    const made = await ask()
    expect(await ask(NOW_MS + 3000 * DAY_MS)).toEqual(made)
    expect(await readFile(place().cert, 'utf8')).toBe(made.cert)
    expect(await readFile(place().key, 'utf8')).toBe(made.key)
    expect((await stat(place().key)).mode & 0o777).toBe(0o600)
    expect(warnings).toEqual([])
  })

  test('is whole at the next start, though the first was cut off before it had its certificate', async () => {
    const first = await ask()
    await unlink(place().cert)
    await writeFile(`${place().cert}.1.tmp`, 'half')
    const made = await ask()
    expect(made.key).not.toBe(first.key)
    expect(await ask()).toEqual(made)
    await expect(stat(`${place().cert}.1.tmp`)).rejects.toThrow('ENOENT')
    expect(warnings).toEqual([])
  })

  test.each<[string, string, () => Promise<void>, number?]>([
    ['whose key is gone', 'ca-key.pem is not a PEM private key', () => unlink(place().key)],
    ['whose key is another', 'ca-key.pem does not belong', () => writeFile(place().key, newAuthority(NOW_MS).key)],
    ['that cannot be read', 'ca.pem is not a PEM certificate', () => writeFile(place().cert, 'nothing')],
    ['that is a server', 'ca.pem is not a certificate of a certificate authority', () => put(aServer())],
    ['that has a key of another kind', 'ca.pem has no P-256 key', () => put(rsaAuthority())],
    ['that ends soon', 'ca.pem expires soon', async () => {}, NOW_MS + 3640 * DAY_MS],
    ['that has ended', 'ca.pem has expired', async () => {}, NOW_MS + 3660 * DAY_MS],
  ])('%s is made anew, and that is told', async (_what, why, harm, nowMs = NOW_MS) => {
    const first = await ask()
    await harm()
    const made = await ask(nowMs)
    expect(made.cert).not.toBe(first.cert)
    expect(warnings).toEqual([expect.stringContaining(why)])
    expect(await ask(nowMs)).toEqual(made)
    expect(warnings).toHaveLength(1)
  })

  test.each<[string, string, () => Promise<unknown>]>([
    ['is too large', 'Move it away', () => writeFile(place().cert, 'x'.repeat(65 * 1024))],
    ['is a directory', 'Move away', () => unlink(place().cert).then(() => mkdir(place().cert))],
  ])('is not replaced where its file %s: what to do is told', async (_what, advice, harm) => {
    const { key } = await ask()
    await harm()
    await expect(ask()).rejects.toMatchObject({
      name: 'StorageError',
      message: expect.stringMatching(new RegExp(`ca\\.pem cannot be read: .*${advice}`)),
    })
    expect(await readFile(place().key, 'utf8')).toBe(key)
    expect(warnings).toEqual([])
  })

  test('cannot be kept where something else stands, and that is told in words', async () => {
    await ask()
    await rm(place().directory, { recursive: true })
    await writeFile(place().directory, '')
    await expect(ask()).rejects.toMatchObject({
      name: 'StorageError',
      message: expect.stringContaining('cannot be kept'),
    })
  })
})
