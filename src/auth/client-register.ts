import { type ApiClient, permissionsOf } from './clients.ts'
import type { Grant } from './credentials.ts'
import { sameText } from './tokens.ts'

/** The clients of a game by id, each with a grant of everything that it may do. */
export interface ClientRegister {
  find(clientId: string): Grant | undefined
  /**
   * Returns the grant of the client that has this id and secret. Takes as long for a wrong id as for a wrong secret.
   */
  authenticate(clientId: string, secret: string): Grant | undefined
}

/** Creates a register of clients. If two clients have the same id, the later one counts. */
export function clientRegister(clients: readonly ApiClient[]): ClientRegister {
  const grants = new Map<string, Grant>()
  for (const client of clients) grants.set(client.client_id, { client, permissions: permissionsOf(client) })
  return {
    find: (clientId) => grants.get(clientId),
    authenticate(clientId, secret) {
      const grant = grants.get(clientId)
      return sameText(secret, grant?.client.client_secret ?? '') ? grant : undefined
    },
  }
}
