import type { Account } from '../client/access-token.ts'
import { createClient } from '../client/client.ts'
import { seedGame } from '../scripts/seed.ts'
import type { Seeds } from '../scripts/seed-file.ts'
import { errorInWords } from './service.ts'

/** Whoever serves the game needs no flags to reach it. */
const NOWHERE = { config: undefined, url: undefined, runtime: undefined }

/** Brings seeds into the service at an address; what it refuses is told in words for people. */
export async function seedService(account: Account, seeds: Seeds): Promise<void> {
  const client = createClient(account)
  try {
    await seedGame(client, seeds)
  } catch (error) {
    throw await errorInWords(error, client, { options: NOWHERE })
  } finally {
    await client.close()
  }
}
