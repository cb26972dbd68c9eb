import type { Account } from '../client/access-token.ts'
import { createClient, type Client } from '../client/client.ts'
import { problemsAt } from '../project/json-file.ts'
import { problemText } from '../project/problem.ts'
import { SeedError, seedGame, type Seeded, type SeedProgress } from '../scripts/seed.ts'
import { CliError } from '../terminal/cli-error.ts'
import { wrongConfiguration } from '../terminal/load-project.ts'
import type { ReadSeeds } from './read-seeds.ts'
import { counted } from '../terminal/render/quantities.ts'
import { seedProblems } from './seed-problems.ts'
import { errorInWords, type Circumstances } from '../terminal/service.ts'

/** An emulator that seeds itself needs no flags to be reached. */
const NOWHERE = { config: undefined, url: undefined, runtime: undefined }

/** Applies seeds to the service at an address; what it refuses is an error in words for people. */
export async function seedService(account: Account, seeds: ReadSeeds, cwd: string): Promise<void> {
  const client = createClient(account)
  try {
    await checkSeeds(client, seeds, cwd)
    await applySeeds(client, seeds, cwd, { options: NOWHERE })
  } catch (error) {
    throw await errorInWords(error, client, { options: NOWHERE })
  } finally {
    await client.close()
  }
}

/** Throws what the design of the service refuses in seed files, so that nothing of them is sent. Spec 6.2. */
export async function checkSeeds(client: Client, { files }: ReadSeeds, cwd: string): Promise<void> {
  const problems = await seedProblems(client, files, cwd)
  if (problems.length > 0) throw wrongConfiguration(problems, cwd)
}

/** What took effect of a seed, in words; `isExact` if nothing else did. */
export function progressText({ done, of }: SeedProgress, isExact: boolean): string {
  if (done > 0) {
    const all = counted(of, 'entry', 'entries')
    return `${isExact ? '' : 'at least '}${done} of ${all} of the seed ${done === 1 ? 'is' : 'are'} in the game`
  }
  return isExact ? 'nothing was created' : 'the first entries of the seed may be in the game, completely or in part'
}

/** Applies seeds that were checked; an error says where it ended, what stays, and what to do next. */
export async function applySeeds(
  client: Client,
  seeds: ReadSeeds,
  cwd: string,
  around: Circumstances,
  onProgress?: (progress: SeedProgress) => void,
): Promise<Seeded> {
  try {
    return await seedGame(client, seeds, onProgress)
  } catch (error) {
    if (!(error instanceof SeedError)) throw error
    const why = await errorInWords(error.cause, client, around)
    throw why instanceof CliError ? endedAt(error, why, seeds, cwd) : why
  }
}

function endedAt(error: SeedError, why: CliError, seeds: ReadSeeds, cwd: string): CliError {
  const { kind, id, progress } = error
  const spots = seeds.files.flatMap(({ file, seeds: held }) => {
    const place = held[kind].findIndex((one) => one.id === id)
    return place < 0 ? [] : [{ file, path: [kind, place], message: `${error.message}: ${why.message}` }]
  })
  const [where] = problemsAt(spots.slice(0, 1))
  return new CliError(where === undefined ? why.message : problemText(where, cwd), {
    code: 'seed_ended',
    exitCode: why.exitCode,
    json: why.json,
    advice: [
      ...why.advice,
      progressText(progress, progress.isExact),
      'fix the cause and run the same seed again; it adds only what is missing',
    ],
    cause: error,
  })
}
