import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { readJwt, signJwt } from './jwt.ts'

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token of any header, whose signature is right. */
function signed(header: unknown, payload: unknown = { player_id: 'neo' }, secret = 'hush', hash = 'sha256'): string {
  const text = `${part(header)}.${part(payload)}`
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
}

test('what was signed with a secret is read with it, and by nobody else', () => {
  const token = signJwt({ player_id: 'neo', exp: 5 }, 'hush')
  expect(readJwt(token, 'hush')).toEqual({ player_id: 'neo', exp: 5 })
  expect(readJwt(token, 'hush!')).toBeUndefined()
  expect(signed({ alg: 'HS256', typ: 'JWT' }, { player_id: 'neo', exp: 5 })).toBe(token)
})

test('a token of another maker is read too, with claims and headers that mean nothing here', () => {
  const token = signed({ typ: 'at+jwt', alg: 'HS256', kid: '1' }, { iss: 'me', player_id: 'neo' })
  expect(readJwt(token, 'hush')).toEqual({ iss: 'me', player_id: 'neo' })
})

test.each([
  ['none', { alg: 'none' }, 'sha256'],
  ['HS512', { alg: 'HS512' }, 'sha512'],
  ['HS512 signed as HS256', { alg: 'HS512' }, 'sha256'],
  ['RS256', { alg: 'RS256' }, 'sha256'],
  ['hs256', { alg: 'hs256' }, 'sha256'],
  ['a list', { alg: ['HS256'] }, 'sha256'],
  ['nothing', { typ: 'JWT' }, 'sha256'],
  ['another field', { ALG: 'HS256' }, 'sha256'],
])('the algorithm is HS256 and not %s', (_, header, hash) => {
  expect(readJwt(signed(header, undefined, 'hush', hash), 'hush')).toBeUndefined()
})

test('what has to be understood and is not makes a token none', () => {
  expect(readJwt(signed({ alg: 'HS256', crit: ['exp'] }), 'hush')).toBeUndefined()
})

test.each([null, 5, '"x"', ['x']])('header and payload are objects, not %j', (value) => {
  expect(readJwt(signed(value), 'hush')).toBeUndefined()
  expect(readJwt(signed({ alg: 'HS256' }, value), 'hush')).toBeUndefined()
})

test('a token that was changed, or is not whole, is none', () => {
  const token = signJwt({ player_id: 'neo' }, 'hush')
  const [header = '', payload = '', signature = ''] = token.split('.')
  const other = part({ player_id: 'trinity' })
  for (const text of [
    `${header}.${other}.${signature}`,
    `${header}.${payload}.`,
    `${header}.${payload}`,
    `${header}.${payload}.${signature}=`,
    `${header}.${payload}.${signature}.`,
    `${part({ alg: 'none' })}.${payload}.`,
    `${header}.${payload}.${signature.slice(0, -1)}`,
    '',
    '..',
    'a.b.c',
  ]) {
    expect(readJwt(text, 'hush')).toBeUndefined()
  }
})

test('parts that are no JSON make a token none, though the signature is right', () => {
  const text = `${Buffer.from('{').toString('base64url')}.${part({})}`
  expect(readJwt(`${text}.${createHmac('sha256', 'hush').update(text).digest('base64url')}`, 'hush')).toBeUndefined()
})
