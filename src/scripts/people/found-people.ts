import type { Client } from '../../client/client.ts'
import type { People } from './person.ts'

/** The number of players that are read at a time. */
const PLAYERS_PER_PAGE = 5000

/** A bit for each generated player of a seed that says whether the game has the player. */
export class FoundPeople {
  readonly #bits: Uint8Array
  /** The number of players that were found. */
  size = 0

  constructor(count: number) {
    this.#bits = new Uint8Array(Math.ceil(count / 8))
  }

  has(index: number): boolean {
    return ((this.#bits[index >> 3] ?? 0) & (1 << (index & 7))) !== 0
  }

  add(index: number): void {
    if (this.has(index)) return
    this.#bits[index >> 3] = (this.#bits[index >> 3] ?? 0) | (1 << (index & 7))
    this.size += 1
  }
}

/**
 * Finds the first `count` generated players of a seed in a game. Calls `onProgress` with the number of players that
 * were read, and their total.
 */
export async function findPeople(
  client: Client,
  people: People,
  count: number,
  onProgress: (done: number, of: number) => void,
): Promise<FoundPeople> {
  const found = new FoundPeople(count)
  for (let skip = 0; ; skip += PLAYERS_PER_PAGE) {
    const query = { skip: String(skip), limit: String(PLAYERS_PER_PAGE) }
    const { data, total } = (await client.call('GET /v2/admin/players', { query })).body
    for (const { id } of data) {
      const index = people.indexOf(id)
      if (index !== undefined && index < count) found.add(index)
    }
    onProgress(skip + data.length, total)
    if (data.length < PLAYERS_PER_PAGE) return found
  }
}
