import type { Client } from '../client/client.ts'
import { createClient, type ClientOptions } from '../client/create-client.ts'
import { problemsAt } from '../project/json-file.ts'
import { problemText } from '../project/problem.ts'
import { SeedError, seedGame, type Seeded, type SeedProgress } from '../scripts/seed.ts'
import { counted } from '../sentences/quantities.ts'
import { CliError } from '../terminal/cli-error.ts'
import { wrongConfiguration } from '../terminal/load-project.ts'
import { toCliError, type ErrorContext } from '../terminal/service.ts'
import type { ReadSeeds } from './read-seeds.ts'
import { seedProblems } from './seed-problems.ts'

/** An emulator that seeds itself needs no flags to connect. */
const NO_CONNECTION_FLAGS = { config: undefined, url: undefined, runtime: undefined }

/** Applies seeds to the service at an address. Throws a CliError if the service rejects them. */
export async function seedService(account: ClientOptions, seeds: ReadSeeds, cwd: string): Promise<void> {
  const client = createClient(account)
  try {
    await checkSeeds(client, seeds, cwd)
    await applySeeds(client, seeds, cwd, { options: NO_CONNECTION_FLAGS })
  } catch (error) {
    throw await toCliError(error, client, { options: NO_CONNECTION_FLAGS })
  } finally {
    await client.close()
  }
}

/**
 * Throws a CliError if the design of the service rejects anything in the seed files, before anything is sent. Spec 6.2.
 */
export async function checkSeeds(client: Client, { files }: ReadSeeds, cwd: string): Promise<void> {
  const problems = await seedProblems(client, files, cwd)
  if (problems.length > 0) throw wrongConfiguration(problems, cwd)
}

/** Describes how much of a seed took effect. `isExact` means that nothing else did. */
export function progressText({ done, of }: SeedProgress, isExact: boolean): string {
  if (done > 0) {
    const all = counted(of, 'entry', 'entries')
    return `${isExact ? '' : 'at least '}${done} of ${all} of the seed ${done === 1 ? 'is' : 'are'} in the game`
  }
  return isExact ? 'nothing was created' : 'the first entries of the seed may be in the game, completely or in part'
}

/** Applies seeds that were checked. An error says where the seed ended, what stays, and what to do next. */
export async function applySeeds(
  client: Client,
  seeds: ReadSeeds,
  cwd: string,
  context: ErrorContext,
  onProgress?: (progress: SeedProgress) => void,
): Promise<Seeded> {
  try {
    return await seedGame(client, seeds, onProgress)
  } catch (error) {
    if (!(error instanceof SeedError)) throw error
    const why = await toCliError(error.cause, client, context)
    throw why instanceof CliError ? seedEndedError(error, why, seeds, cwd) : why
  }
}

function seedEndedError(error: SeedError, why: CliError, seeds: ReadSeeds, cwd: string): CliError {
  const { kind, id, progress } = error
  const locations = seeds.files.flatMap(({ file, seeds }) => {
    const index = seeds[kind].findIndex((one) => one.id === id)
    return index < 0 ? [] : [{ file, path: [kind, index], message: `${error.message}: ${why.message}` }]
  })
  const [problem] = problemsAt(locations.slice(0, 1))
  return new CliError(problem === undefined ? why.message : problemText(problem, cwd), {
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
