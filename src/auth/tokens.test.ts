import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { tokenSigner } from './tokens.ts'

const signer = tokenSigner('key', 'access')
const claims = { client: 'app', player: 'neo', expiresAtS: 1_900_000_000.25 }

test('a token gives back the claims it was made with', () => {
  expect(signer.read(signer.mint(claims))).toEqual(claims)
})

test('no two tokens are the same', () => {
  expect(signer.mint(claims)).not.toBe(signer.mint(claims))
})

test('a token outlives the program that made it: the secret alone decides', () => {
  expect(tokenSigner('key', 'access').read(signer.mint(claims))).toEqual(claims)
  expect(tokenSigner('another key', 'access').read(signer.mint(claims))).toBeUndefined()
})

test('a changed token is none', () => {
  const [payload = '', signature = ''] = signer.mint(claims).split('.')
  const forged = Buffer.from(JSON.stringify({ c: 'other', x: 1_900_000_000 })).toString('base64url')
  for (const text of [
    `${forged}.${signature}`,
    `${payload}.${signature.slice(1)}`,
    `${payload}.`,
    payload,
    `.${signature}`,
  ]) {
    expect(signer.read(text)).toBeUndefined()
  }
})

test('what the same secret signed for another purpose is no token', () => {
  expect(tokenSigner('key', 'stream').read(signer.mint(claims))).toBeUndefined()
  const [payload = ''] = signer.mint(claims).split('.')
  const plain = createHmac('sha256', 'key').update(payload).digest('base64url')
  expect(signer.read(`${payload}.${plain}`)).toBeUndefined()
})

test.each(['', '.', '..', 'a.b', 'a.b.c', '\0', 'é.é', `${'x'.repeat(10_000)}.y`])('%j is no token', (text) => {
  expect(signer.read(text)).toBeUndefined()
})
