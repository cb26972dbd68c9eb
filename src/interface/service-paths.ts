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

/** Where a session of the page is ended. Spec 5.1. */
export const SIGN_OUT_PATH = '/logout'

/** The game's picture for the pages, which have no token to fetch it with. */
export const PICTURE_PATH = `${SIGN_IN_PATH}/picture`
