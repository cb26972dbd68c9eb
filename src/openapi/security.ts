import { permissionFor } from '../game/kernel/route.ts'
import { SIGN_IN_PATH, TOKEN_PATH } from '../interface/addresses.ts'
import { playerScopes } from '../interface/oauth.ts'
import type { DescribedCall } from './described-row.ts'
import type { SecurityRequirement } from './parts.ts'

/** The scopes of clients. `rw` in the list of a client means both. Spec 5.1. */
const scopes = {
  'runtime:r': 'Read everything that players see.',
  'runtime:w': 'Play.',
  'admin:r': 'Read everything that operators see.',
  'admin:w': 'Change players, teams and processes as an operator.',
  'design:r': 'Read the design.',
  'design:w': 'Change the design, and deploy it.',
  game: 'Create, list and delete players.',
  debug: 'Create, list and delete players, and use the control routes of the emulator.',
}

const scopesOfJwt = Object.keys(playerScopes)
  .map((scope) => `\`${scope}\``)
  .join(', ')

/** The security schemes, by which a caller authenticates. Spec 5.1. */
export const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An access token in `Authorization: Bearer`.' },
  access_token: { type: 'apiKey', in: 'query', name: 'access_token', description: 'An access token in the query.' },
  jwt: {
    type: 'apiKey',
    in: 'query',
    name: 'jwt',
    description: `A player token that a back end signs: \`<client_id>:<JWT>\`, signed with the client secret (HS256), with the claims \`player_id\`, \`exp\` and \`scopes\` (${scopesOfJwt}; default: both).`,
  },
  oauth2: {
    type: 'oauth2',
    description: 'How to get an access token. The type of a client decides which flow it can use.',
    flows: {
      clientCredentials: { tokenUrl: TOKEN_PATH, scopes },
      authorizationCode: { authorizationUrl: SIGN_IN_PATH, tokenUrl: TOKEN_PATH, refreshUrl: TOKEN_PATH, scopes },
      implicit: { authorizationUrl: SIGN_IN_PATH, scopes },
    },
  },
} as const

/** Returns the alternatives for authenticating a call. A player's own token only permits runtime routes. */
export function securityOf({ method, resource, scopes: gates }: DescribedCall): readonly SecurityRequirement[] {
  const permission = permissionFor(resource, method)
  const alternatives = gates ? gates.map((gate) => [permission, gate]) : [[permission]]
  const scopesOfPlayers = Object.entries(playerScopes).filter(([, allowed]) => allowed === permission)
  return [
    ...alternatives.flatMap((all) => [{ oauth2: all }, { bearer: all }, { access_token: all }]),
    ...scopesOfPlayers.map(([scope]) => ({ jwt: [scope] })),
  ]
}
