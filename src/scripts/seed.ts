import type { Client } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'
import { MAX_CALLS } from './bulk-calls.ts'
import type { SeedPlayer, Seeds } from './seed-file.ts'
import { playersSeeder, type SeedPlayers } from './seed-players.ts'
import { processSeeder, teamSeeder, type Outcome, type SubjectSeeder } from './seed-subjects.ts'

/** The ids of what a seed created, of what it completed, and of what already existed. */
type Outcomes = Readonly<Record<Outcome, readonly string[]>>

/** The result of a seed: its players, teams and processes. */
export interface Seeded extends Outcomes {
  readonly teams: Outcomes
  readonly processes: Outcomes
}

/** The lists of a seed file. */
type SeedKind = 'players' | 'teams' | 'processes'

const singular: Readonly<Record<SeedKind, string>> = { players: 'player', teams: 'team', processes: 'process' }

/** How many of the entries of a seed are in the game. */
export interface SeedProgress {
  readonly done: number
  readonly of: number
}

/** The error of a seed that stopped: the entry at which it stopped, and the progress until then. */
export class SeedError extends Error {
  override readonly name = 'SeedError'
  readonly kind: SeedKind
  readonly id: string
  /** `isExact` means that nothing else took effect, not even a part of an entry. */
  readonly progress: SeedProgress & { readonly isExact: boolean }

  constructor(kind: SeedKind, id: string, progress: SeedError['progress'], cause: unknown) {
    super(`${singular[kind]} '${id}'`, { cause })
    this.kind = kind
    this.id = id
    this.progress = progress
  }
}

/**
 * Creates players, then teams, then processes, each in order. A second run changes nothing. Calls `onProgress` for
 * players after each batch. Spec 6.2, 6.4.
 */
export async function seedGame(
  client: Client,
  { players, teams, processes }: Seeds,
  onProgress: (progress: SeedProgress) => void = () => {},
): Promise<Seeded> {
  const run = new SeedRun(players.length + teams.length + processes.length, onProgress)
  return {
    ...(await run.players(players, playersSeeder(client))),
    teams: await run.each('teams', teams, teamSeeder(client)),
    processes: await run.each('processes', processes, processSeeder(client)),
  }
}

const noOutcomes = (): Record<Outcome, string[]> => ({ created: [], completed: [], existing: [] })

/** Counts the entries of a seed over all kinds. */
class SeedRun {
  readonly #of: number
  readonly #onProgress: (progress: SeedProgress) => void
  #done = 0

  constructor(of: number, onProgress: (progress: SeedProgress) => void) {
    this.#of = of
    this.#onProgress = onProgress
  }

  /** Stops after the batch that has the first rejected player. */
  async players(players: readonly SeedPlayer[], seed: SeedPlayers): Promise<Outcomes> {
    const outcomes = noOutcomes()
    for (let i = 0; i < players.length; i += MAX_CALLS) {
      const together = players.slice(i, i + MAX_CALLS)
      const seeded = await seed(together).catch((error: unknown) =>
        this.#fail('players', together[0]?.id ?? '', error, false),
      )
      for (const one of seeded) if ('outcome' in one) this.#count(outcomes, one.id, one.outcome)
      const refused = seeded.filter((one) => 'refusal' in one)
      const [first] = refused
      if (first) this.#fail('players', first.id, first.refusal, !refused.some(({ isPartial }) => isPartial))
      this.#tell()
    }
    return outcomes
  }

  async each<T extends { readonly id: string }>(
    kind: SeedKind,
    named: readonly T[],
    { create, complete }: SubjectSeeder<T>,
  ): Promise<Outcomes> {
    const outcomes = noOutcomes()
    for (const one of named) {
      const isNew = await create(one).catch((error: unknown) =>
        this.#fail(kind, one.id, error, error instanceof ServiceError),
      )
      const outcome = await complete(one, isNew).catch((error: unknown) => this.#fail(kind, one.id, error, false))
      this.#count(outcomes, one.id, outcome)
      this.#tell()
    }
    return outcomes
  }

  #count(outcomes: Record<Outcome, string[]>, id: string, outcome: Outcome): void {
    outcomes[outcome].push(id)
    this.#done += 1
  }

  #tell(): void {
    this.#onProgress({ done: this.#done, of: this.#of })
  }

  #fail(kind: SeedKind, id: string, error: unknown, isExact: boolean): never {
    throw new SeedError(kind, id, { done: this.#done, of: this.#of, isExact }, error)
  }
}
