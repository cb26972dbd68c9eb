import { randomBytes } from 'node:crypto'
import type { ApiClient } from '../../auth/clients.ts'
import { sameText, signatureOf } from '../../auth/tokens.ts'
import type { Call } from '../call.ts'
import { cookieOf, cookieText } from '../cookie.ts'

const COOKIE = 'gamify-session'

/** A person at a browser, identified by a cookie. The server does not store sessions. */
export interface Session {
  readonly id: string
  /** The player that the person last signed in as. */
  readonly last?: { readonly runtime: ApiClient['runtime']; readonly player: string }
}

/** The sessions of browsers with the sign-in page of one game. */
export interface Sessions {
  /** Returns the session of a call, or undefined if its cookie has none or is not valid. */
  of(call: Call): Session | undefined
  begin(): Session
  /** Returns the `Set-Cookie` that keeps a session until the browser is closed. */
  kept(call: Call, session: Session): string
  /** Returns the `Set-Cookie` that ends the session. */
  ended(call: Call): string
  /**
   * Returns the token that the forms of a page send back. It is different for each page. Another site can neither read
   * it nor guess it.
   */
  formToken(session: Session): string
  isFormToken(session: Session, token: string): boolean
}

/**
 * Creates sessions that are signed with the secret of the data directory. Over https their cookie is never sent without
 * it. Spec 5.1.
 */
export function sessionsOf(secret: string, secure: boolean): Sessions {
  const signed = (purpose: 'session' | 'form', text: string): string =>
    signatureOf(`sign-in ${purpose}.${text}`, secret)
  const cookie = (call: Call, value: string, more = ''): string =>
    `${cookieText(call, COOKIE, value)}; SameSite=Lax${secure ? '; Secure' : ''}${more}`
  const formToken = ({ id }: Session, page: string): string => `${page}.${signed('form', `${id}.${page}`)}`
  return {
    of(call) {
      const [, text = '', signature = ''] = /^(.*)\.(.*)$/.exec(cookieOf(call, COOKIE) ?? '') ?? []
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

/** Ids of players and sessions contain no dot. */
function textOf({ id, last }: Session): string {
  return last ? [id, last.runtime, last.player].join('.') : id
}

/** Parses a text with a valid signature, so it is one that `textOf` wrote. */
function sessionIn(text: string): Session {
  const [id = '', runtime, player] = text.split('.')
  return player === undefined ? { id } : { id, last: { runtime: runtime as ApiClient['runtime'], player } }
}
