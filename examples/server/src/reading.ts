import { changesOf, GamifyError, type Client } from 'gamify/client'
import type { Game } from './game.ts'

/** What a reader gets for reading. */
export interface Reward {
  /** All pages that the reader has read; undefined if the game is not there at present. */
  readonly pages: string | undefined
  /** The rank that the reader has just reached. */
  readonly rank?: keyof Game['metrics']['rank']['states']
}

/** Notes that a reader has read some pages, and creates the reader in the game with the first ones. */
export async function read(game: Client<Game>, reader: string, pages: number): Promise<Reward> {
  try {
    return await play(game.as(reader), pages)
  } catch (error) {
    if (!(error instanceof GamifyError)) throw error
    if (error.code === 'player_not_found') {
      await game.call('POST /v2/admin/players', { body: { id: reader } })
      return play(game.as(reader), pages)
    }
    // The club works without its game. If a play may have counted, playing it again could count it twice.
    if (error.isUncertain || error.code === 'unreachable' || error.code === 'timeout') {
      console.warn(error.message)
      return { pages: undefined }
    }
    throw error
  }
}

async function play(reader: Client<Game>, pages: number): Promise<Reward> {
  const answer = await reader.play('read', { pages }, { query: false })
  const rank = changesOf(answer, 'rank').at(-1)?.new
  return { pages: changesOf(answer, 'pages').at(-1)?.new ?? '0', ...(rank && { rank }) }
}
