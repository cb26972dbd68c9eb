import { randomBytes } from 'node:crypto'
import type { ApiClient } from '../../auth/clients.ts'
import { sameText, signatureOf } from '../../auth/tokens.ts'
import type { Call } from '../call.ts'

/** A person at a browser, told by a cookie. Nothing is kept of it here. */
export interface Session {
  readonly id: string
  /** Whom the person signed in as last. */
  readonly last?: { readonly runtime: ApiClient['runtime']; readonly player: string }
}

/** The sessions of browsers with the sign-in page of one game. */
export interface Sessions {
  /** That of a call; undefined where it brings none that is ours. */
  of(call: Call): Session | undefined
  begin(): Session
  /** The `Set-Cookie` that keeps a session until the browser is closed. */
  kept(call: Call, session: Session): string
  /** The `Set-Cookie` that ends whatever session there is. */
  ended(call: Call): string
  /** What the forms of a page bring back, for each page another: another site can neither read it nor make one up. */
  formToken(session: Session): string
  isFormToken(session: Session, token: string): boolean
}

/** Sessions signed with the data directory's secret; over https their cookie never goes without. Spec 5.1. */
export function sessionsOf(secret: string, secure: boolean): Sessions {
  const signed = (purpose: 'session' | 'form', text: string): string =>
    signatureOf(`sign-in ${purpose}.${text}`, secret)
  const cookie = (call: Call, value: string, more = ''): string =>
    `${cookieName(call)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${more}`
  const formToken = ({ id }: Session, page: string): string => `${page}.${signed('form', `${id}.${page}`)}`
  return {
    of(call) {
      const [, text = '', signature = ''] = /^(.*)\.(.*)$/.exec(cookieOf(call) ?? '') ?? []
      return sameText(signature, signed('session', text)) ? sessionIn(text) : undefined
    },
    begin: () => ({ id: newId() }),
    kept(call, session) {
      const text = textOf(session)
      return cookie(call, `${text}.${signed('session', text)}`)
    },
    ended: (call) => cookie(call, '', '; Max-Age=0'),
    formToken: (session) => formToken(session, newId()),
    isFormToken: (session, token) => sameText(token, formToken(session, token.split('.', 1)[0] ?? '')),
  }
}

const newId = (): string => randomBytes(16).toString('base64url')

/** Ids of players and sessions hold no dot. */
function textOf({ id, last }: Session): string {
  return last ? [id, last.runtime, last.player].join('.') : id
}

/** Reads a text whose signature was good: it is one that `textOf` wrote. */
function sessionIn(text: string): Session {
  const [id = '', runtime, player] = text.split('.')
  return player === undefined ? { id } : { id, last: { runtime: runtime as ApiClient['runtime'], player } }
}

/** Browsers keep one jar of cookies for all ports of a host, and another emulator may listen on the next. */
function cookieName(call: Call): string {
  const [, port] = /:(\d{1,5})$/.exec(call.header('host') ?? '') ?? []
  return port === undefined ? 'gamify-session' : `gamify-session-${port}`
}

function cookieOf(call: Call): string | undefined {
  const begin = `${cookieName(call)}=`
  const cookies = call.header('cookie')?.split(';') ?? []
  return cookies
    .map((each) => each.trim())
    .find((each) => each.startsWith(begin))
    ?.slice(begin.length)
}
