import crypto, { createHmac } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clientRegister } from './client-register.ts'
import { readJwt, signJwt } from './player-jwt.ts'
import { tokenSigner } from './tokens.ts'

const NOW_MS = 1_900_000_000_250
const signer = tokenSigner('key', 'access', () => NOW_MS)
const owner = { client: 'app', player: 'neo', login: 'a login', redirectUri: 'http://app.test/' }
const minted = signer.mint(owner, 60)

test('a token gives back whom it was made for, when, and until when', () => {
  expect(signer.read(minted)).toEqual({
    id: expect.any(String),
    ...owner,
    issuedAtS: NOW_MS / 1000,
    expiresAtS: NOW_MS / 1000 + 60,
  })
})

test('a token of no login begins one', () => {
  const logins = [0, 1].map(() => signer.read(signer.mint({ client: 'app' }, 60))?.login)
  expect(logins[0]).toMatch(/^[\w-]{12}$/)
  expect(logins[1]).not.toBe(logins[0])
})

test('no two tokens are the same', () => {
  expect(signer.mint(owner, 60)).not.toBe(minted)
})

test('a token outlives the program that made it: the secret alone decides', () => {
  expect(tokenSigner('key', 'access').read(minted)).toMatchObject(owner)
  expect(tokenSigner('another key', 'access').read(minted)).toBeUndefined()
})

test('a changed token is none', () => {
  const [payload = '', signature = ''] = minted.split('.')
  const forged = Buffer.from(JSON.stringify({ c: 'other', x: 1_900_000_000 })).toString('base64url')
  for (const text of [
    `${forged}.${signature}`,
    `${payload}.${signature.slice(1)}`,
    `${payload}.${signature}=`,
    `${payload}.`,
    payload,
    `.${signature}`,
  ]) {
    expect(signer.read(text)).toBeUndefined()
  }
})

test.each(['refresh', 'code', 'stream'] as const)(
  'an access token is no %s token, though the secret is one',
  (other) => {
    expect(tokenSigner('key', other).read(minted)).toBeUndefined()
  },
)

test('what the same secret signed for no purpose is no token', () => {
  const [payload = ''] = minted.split('.')
  const plain = createHmac('sha256', 'key').update(payload).digest('base64url')
  expect(signer.read(`${payload}.${plain}`)).toBeUndefined()
})

test.each(['', '.', '..', 'a.b', 'a.b.c', '\0', 'é.é', `${'x'.repeat(10_000)}.y`])('%j is no token', (text) => {
  expect(signer.read(text)).toBeUndefined()
})

const register = clientRegister([
  { client_id: 'app', client_secret: 'hush', runtime: 'production', type: 'client', token_ttl: 60, scopes: [] },
])
const jwt = signJwt({ sub: 'neo' }, 'hush')
const SHA256_BYTES = 32

test.each<[string, isTaken: boolean, compare: () => unknown]>([
  ['the secret of a client', true, () => register.authenticate('app', 'hush')],
  ['a wrong one', false, () => register.authenticate('app', 'hush, and more than that')],
  ['one for a client that nobody knows', false, () => register.authenticate('nobody', 'hush')],
  ['the signature of a token', true, () => signer.read(minted)],
  ['a wrong one of a token', false, () => signer.read(`${minted}x`)],
  ['the signature of a JWT', true, () => readJwt(jwt, 'hush')],
  ['a wrong one of a JWT', false, () => readJwt(jwt, 'key')],
])('is compared once, by its hash and in constant time: %s', (_what, isTaken, compare) => {
  const compared = vi.spyOn(crypto, 'timingSafeEqual')
  syncBuiltinESMExports()
  onTestFinished(() => {
    compared.mockRestore()
    syncBuiltinESMExports()
  })
  expect(compare() !== undefined).toBe(isTaken)
  const lengths = compared.mock.calls.map((hashes) => hashes.map(({ byteLength }) => byteLength))
  expect(lengths).toEqual([[SHA256_BYTES, SHA256_BYTES]])
  expect(compared.mock.results).toMatchObject([{ value: isTaken }])
})
