/** The path of the token endpoint. Spec 5.1. */
export const TOKEN_PATH = '/auth/token'

/** The path of the sign-in page. Spec 5.1. */
export const SIGN_IN_PATH = '/auth'

/** The path of notifications as Server-Sent Events, below that of version 2. Spec 5.4. */
export const EVENTS_PATH = '/runtime/notifications/events'

/** The paths of streams over Engine.IO. Spec 5.4. */
export const STREAM_PATHS = ['/v1/notifications/stream', '/v2/runtime/notifications/stream'] as const

/**
 * The header of a token request that is meant for control routes; its value is `true`. Fault rules skip such a request.
 * Spec 6.6.
 */
export const FOR_CONTROL = 'x-gamify-control'

/** The highest port number. */
export const MAX_PORT = 65_535

/**
 * Returns the URL at which a server can be called. A server that listens on all addresses is called at the loopback
 * address.
 */
export function addressOf(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Where a session of the page is ended. Spec 5.1. */
export const SIGN_OUT_PATH = '/logout'

/** The game's picture for the pages, which have no token to fetch it with. */
export const PICTURE_PATH = `${SIGN_IN_PATH}/picture`
