import { expect, test } from 'vitest'
import type { Call } from '../call.ts'
import { sessionsOf, type Session } from './session.ts'

const callWith = (headers: Record<string, string | undefined>): Call =>
  ({ header: (name: string) => headers[name] }) as unknown as Call

const host = '127.0.0.1:4040'
const nobody = callWith({ host })
const sessions = sessionsOf('secret', false)

/** The call that a browser makes which has been given a cookie. */
const after = (setCookie: string, more = ''): Call =>
  callWith({ host, cookie: `theme=dark; ${setCookie.split(';', 1)[0]}${more}` })

const session: Session = { id: 'abc', last: { runtime: 'production', player: 'neo_1-x' } }

test('a session comes back as it was kept, with the last player or without', () => {
  expect(sessions.of(after(sessions.kept(nobody, session)))).toEqual(session)
  const fresh = sessions.begin()
  expect(sessions.of(after(sessions.kept(nobody, fresh), '; other=1'))).toEqual(fresh)
  expect(sessions.begin().id).not.toBe(fresh.id)
  expect(sessions.of(nobody)).toBeUndefined()
})

test('nothing else is a session', () => {
  const kept = sessions.kept(nobody, session)
  expect(sessionsOf('another', false).of(after(kept))).toBeUndefined()
  for (const forged of [
    kept.replace('neo_1', 'smith'),
    kept.replace('=abc', '=abd'),
    kept.replace('production.', ''),
  ]) {
    expect(forged).not.toBe(kept)
    expect(sessions.of(after(forged))).toBeUndefined()
  }
  for (const value of ['', '.', 'abc', 'abc.', `abc.${sessions.formToken(session)}`]) {
    expect(sessions.of(after(`gamify-session-4040=${value}`))).toBeUndefined()
  }
})

test('the cookie is for no script and no other site, over https alone where we are', () => {
  expect(sessions.kept(nobody, session)).toMatch(
    /^gamify-session-4040=abc\.production\.neo_1-x\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(sessionsOf('secret', true).kept(nobody, session)).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  expect(sessions.ended(nobody)).toBe('gamify-session-4040=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
})

test('emulators on other ports of a host keep their own', () => {
  const other = callWith({ host: 'localhost:4041', cookie: sessions.kept(nobody, session).split(';', 1)[0] })
  expect(sessions.of(other)).toBeUndefined()
  expect(sessions.kept(callWith({ host: 'game.localhost' }), session)).toMatch(/^gamify-session=/)
  expect(sessions.kept(callWith({ host: '[::1]:80' }), session)).toMatch(/^gamify-session-80=/)
})

test('a form is of one session of one game', () => {
  const token = sessions.formToken(session)
  expect(sessions.formToken(session)).not.toBe(token)
  expect(sessions.isFormToken(session, token)).toBe(true)
  expect(sessions.isFormToken(session, `x${token}`)).toBe(false)
  expect(sessions.isFormToken({ id: 'abc' }, token)).toBe(true)
  expect(sessions.isFormToken({ id: 'abd' }, token)).toBe(false)
  expect(sessions.isFormToken(session, '')).toBe(false)
  expect(sessionsOf('another', false).isFormToken(session, token)).toBe(false)
})
