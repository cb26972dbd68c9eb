/** What the scopes of a player's JWT allow, by their names. Spec 5.1. */
export const playerScopes = {
  'player.runtime.read': 'runtime:r',
  'player.runtime.write': 'runtime:w',
} as const
