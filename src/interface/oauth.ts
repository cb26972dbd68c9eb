/** The values of `grant_type` in a token request. Spec 5.1. */
export const grantTypeNames = ['client_credentials', 'authorization_code', 'refresh_token'] as const
export type GrantTypeName = (typeof grantTypeNames)[number]

/** The scopes of a player's JWT, with the permission that each grants. Spec 5.1. */
export const playerScopes = {
  'player.runtime.read': 'runtime:r',
  'player.runtime.write': 'runtime:w',
} as const
