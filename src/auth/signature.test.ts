import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clientRegister } from './client-register.ts'
import { readJwt, signJwt } from './player-jwt.ts'
import { tokenSigner } from './tokens.ts'

const register = clientRegister([
  { client_id: 'app', client_secret: 'hush', runtime: 'production', type: 'client', token_ttl: 60, scopes: [] },
])
const signer = tokenSigner('key', 'access')
const token = signer.mint({ client: 'app' }, 60)
const jwt = signJwt({ sub: 'neo' }, 'hush')
const SHA256_BYTES = 32

test.each<[string, isTaken: boolean, compare: () => unknown]>([
  ['the secret of a client', true, () => register.authenticate('app', 'hush')],
  ['a wrong one', false, () => register.authenticate('app', 'hush, and more than that')],
  ['one for a client that nobody knows', false, () => register.authenticate('nobody', 'hush')],
  ['the signature of a token', true, () => signer.read(token)],
  ['a wrong one of a token', false, () => signer.read(`${token}x`)],
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
