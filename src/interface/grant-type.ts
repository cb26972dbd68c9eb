/** The ways to get tokens, as `grant_type` names them. Spec 5.1. */
export const grantTypeNames = ['client_credentials', 'authorization_code', 'refresh_token'] as const
export type GrantTypeName = (typeof grantTypeNames)[number]
