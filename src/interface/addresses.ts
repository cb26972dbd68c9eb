/** Where tokens are given. Spec 5.1. */
export const TOKEN_PATH = '/auth/token'

/** Where the sign-in page stands. Spec 5.1. */
export const SIGN_IN_PATH = '/auth'

/** Where notifications come as Server-Sent Events, below the second version. Spec 5.4. */
export const EVENTS_PATH = '/runtime/notifications/events'

/** Where streams over Engine.IO are. Spec 5.4. */
export const STREAM_PATHS = ['/v1/notifications/stream', '/v2/runtime/notifications/stream'] as const

/** The header of a request for a token that is for control routes, which no fault rule hits: `true`. Spec 6.6. */
export const FOR_CONTROL = 'x-gamify-control'

/** The highest number of a port. */
export const MAX_PORT = 65_535

/** The address to call a server at, which speaks http unless told: where it listens on all addresses, the loopback one. */
export function addressOf(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}`
}
