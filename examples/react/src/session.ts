// Signing in with the implicit flow: the service shows a page, and comes back with a token in the fragment.
// A page cannot keep a secret, so it never has one.

/** The game: `gamify serve` while you work on the app. */
export const GAME_URL: string = import.meta.env['VITE_GAME_URL'] ?? 'http://127.0.0.1:4040'

const CLIENT_ID = 'reading-club-page'

/** Returns the token of the person who is signed in, and takes it out of the address of the page. */
export function takeToken(): string | undefined {
  const { access_token: token, state } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
  if (token !== undefined) history.replaceState(null, '', location.pathname)
  // Another page could have sent the browser here with a token of its own.
  if (token !== undefined && state !== undefined && state === sessionStorage.getItem('state'))
    sessionStorage.setItem('token', token)
  return sessionStorage.getItem('token') ?? undefined
}

/** Returns where people sign in. */
export function signInAddress(): string {
  const state = crypto.randomUUID()
  sessionStorage.removeItem('token')
  sessionStorage.setItem('state', state)
  const redirect_uri = location.origin + location.pathname
  return `${GAME_URL}/auth?${new URLSearchParams({ response_type: 'token', client_id: CLIENT_ID, redirect_uri, state })}`
}
