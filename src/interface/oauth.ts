/** The ways to get tokens, as `grant_type` names them. Spec 5.1. */
export const grantTypeNames = ['client_credentials', 'authorization_code', 'refresh_token'] as const
export type GrantTypeName = (typeof grantTypeNames)[number]

/** What the scopes of a player's JWT allow, by their names. Spec 5.1. */
export const playerScopes = {
  'player.runtime.read': 'runtime:r',
  'player.runtime.write': 'runtime:w',
} as const
