import { randomBytes } from 'node:crypto'
import type { ApiClient } from '../../auth/clients.ts'
import type { Call } from '../call.ts'
import { cookieOf, cookieText } from '../cookie.ts'

const COOKIE = 'gamify-studio'

/** The number of sessions that are kept. The oldest end first. */
const MAX_SESSIONS = 100

/** The sessions of people who signed in to the studio with the credentials of a client. They end with the server. Spec 8.1. */
export class StudioSessions {
  readonly #clients = new Map<string, ApiClient>()
  readonly #secure: boolean

  constructor(secure: boolean) {
    this.#secure = secure
  }

  /** Returns the client that the browser of a call signed in with. */
  of(call: Call): ApiClient | undefined {
    return this.#clients.get(cookieOf(call, COOKIE) ?? '')
  }

  /** Begins a session in place of the one that the browser had. Returns its `Set-Cookie`. */
  begin(call: Call, client: ApiClient): string {
    this.#clients.delete(cookieOf(call, COOKIE) ?? '')
    const id = randomBytes(32).toString('base64url')
    this.#clients.set(id, client)
    for (const oldest of this.#clients.keys()) {
      if (this.#clients.size <= MAX_SESSIONS) break
      this.#clients.delete(oldest)
    }
    return this.#cookie(call, id)
  }

  /** Ends the session of the browser. Returns the `Set-Cookie` that removes it there. */
  end(call: Call): string {
    this.#clients.delete(cookieOf(call, COOKIE) ?? '')
    return `${this.#cookie(call, '')}; Max-Age=0`
  }

  #cookie(call: Call, value: string): string {
    return `${cookieText(call, COOKIE, value)}; SameSite=Strict${this.#secure ? '; Secure' : ''}`
  }
}
