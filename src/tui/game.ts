import type { Resource } from './resource.ts'

/** What the game is called. */
export const gameResource: Resource<string> = {
  key: 'game',
  load: async (client) => (await client.call('GET /v2/admin/', {})).body.game.title,
}
