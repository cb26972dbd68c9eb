import { ServiceError, UnreachableError } from '../../client/service-error.ts'
import { SESSION_META, type StudioSession } from '../../interface/studio-session.ts'
import type { RuntimeName } from './address.ts'

/** The path of the studio on its server. */
export const BASE = '/_gamify/studio'

/** The person has to sign in before anything else can be asked. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError'
}

/** Returns what the page may use, which it came with. Spec 8.1. */
export const firstSession = (): StudioSession => sessionIn(document)

function sessionIn(page: Document): StudioSession {
  const text = page.querySelector(`meta[name="${SESSION_META}"]`)?.getAttribute('content')
  return JSON.parse(text ?? '') as StudioSession
}

/** Returns whether the server serves another game by now than the one that the page came with. */
export async function servesOtherGame(): Promise<boolean> {
  const answer = await fetch(BASE)
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return sessionIn(page).game.id !== firstSession().game.id
}

/** Signs in with the credentials of a client. Rejects with a ServiceError if they are refused. */
export const signIn = (clientId: string, secret: string): Promise<StudioSession> =>
  ask<StudioSession>('POST', '/session', { client_id: clientId, client_secret: secret })

export const signOut = (): Promise<unknown> => ask('DELETE', '/session')

/** Returns an access token of a runtime. Rejects with SignedOutError if the person has to sign in. */
export async function requestToken(runtime: RuntimeName): Promise<string> {
  try {
    return (await ask<{ readonly access_token: string }>('POST', '/token', { runtime })).access_token
  } catch (error) {
    throw error instanceof ServiceError && error.status === 401 ? new SignedOutError('signed out') : error
  }
}

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(BASE + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new UnreachableError(location.origin, cause)
  })
  const text = await answer.text()
  if (!answer.ok) throw new ServiceError({ status: answer.status, text })
  return JSON.parse(text) as T
}
