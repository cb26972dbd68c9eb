import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { DAY_MS } from '../game/kernel/instant.ts'
import { newAuthority, newServerIdentity } from './certificate.ts'
import { identityProblem } from './identity.ts'

const NOW_MS = Date.UTC(2030, 0, 1)
const authority = newAuthority(NOW_MS)
const whole = newServerIdentity(authority, ['localhost'], NOW_MS)
const other = newServerIdentity(authority, ['localhost'], NOW_MS)
const chain = whole.cert + authority.cert
const encrypted = createPrivateKey(whole.key).export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: 'x',
})
const sec1 = createPrivateKey(whole.key).export({ type: 'sec1', format: 'pem' }).toString()
const publicKey = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()

test.each([
  ['as it was made', whole],
  ['with the certificate of its authority behind it', { ...whole, cert: chain }],
  ['with its key in another form', { ...whole, key: sec1 }],
])('an identity %s is whole', (_what, identity) => {
  expect(identityProblem(identity, NOW_MS)).toBeUndefined()
})

test.each([
  ['cert', 'is not a PEM certificate', { ...whole, cert: '' }],
  ['cert', 'is not a PEM certificate', { ...whole, cert: whole.key }],
  ['key', 'is not a PEM private key', { ...whole, key: '' }],
  ['key', 'is not a PEM private key', { ...whole, key: publicKey }],
  ['key', 'is encrypted; gamify needs a private key without a passphrase', { ...whole, key: encrypted.toString() }],
  ['key', 'does not belong to the certificate', { ...whole, key: other.key }],
  ['key', 'does not belong to the certificate', { ...whole, cert: authority.cert + whole.cert }],
  [
    'cert',
    'cannot be used: ',
    { ...whole, cert: `${whole.cert}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n` },
  ],
] as const)('of one that is not, it is told that the %s %s', (about, message, identity) => {
  expect(identityProblem(identity, NOW_MS)).toEqual({ about, message: expect.stringContaining(message) })
})

test('it is told that a certificate counts no more, or not yet', () => {
  expect(identityProblem(whole, NOW_MS + 801 * DAY_MS)).toEqual({
    about: 'cert',
    message: 'has expired, on Mar 11 00:00:00 2032 GMT',
  })
  expect(identityProblem(whole, NOW_MS - 2 * DAY_MS)).toEqual({
    about: 'cert',
    message: 'is not valid before Dec 31 00:00:00 2029 GMT',
  })
})
