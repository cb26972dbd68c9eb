import playlyfe from 'playlyfe'
import type { Game } from './todo-list.ts'

/** Where the game is, and as whom to call it. */
export interface GameAddress {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
}

/** The published SDK, pointed at an address. */
export function sdkAt({ url, clientId, clientSecret }: GameAddress): playlyfe.Playlyfe {
  return new playlyfe.Playlyfe({
    type: 'client',
    version: 'v2',
    client_id: clientId,
    client_secret: clientSecret,
    auth_endpoint: url,
    api_endpoint: url,
  })
}

/** The game, as the list plays it. */
export function playlyfeGame(sdk: playlyfe.Playlyfe): Game {
  return {
    play: async (player, action, variables) => {
      await sdk.post(`/runtime/actions/${action}/play`, { player_id: player }, { ...(variables && { variables }) })
    },
  }
}
