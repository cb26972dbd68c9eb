/** What a client answers when it is asked who it is. Spec 5.4. */
export interface AuthResponse {
  readonly token: string
  readonly environment: string
  readonly gameId: string
  readonly playerId: string
}

/** Whether a message is an answer to the challenge, a good one or not. */
export function isAuthResponse(message: unknown): message is string {
  return typeof message === 'string' && /^AUTH_RESPONSE\b/.test(message)
}

/** Reads `AUTH_RESPONSE <token> player <environment> <game_id> <player_id>`; undefined for what is none. Spec 5.4. */
export function parseAuthResponse(message: string): AuthResponse | undefined {
  const words = message.split(' ')
  const [, token, role, environment, gameId, playerId] = words
  if (words.length !== 6 || role !== 'player') return undefined
  return token && environment && gameId && playerId ? { token, environment, gameId, playerId } : undefined
}
