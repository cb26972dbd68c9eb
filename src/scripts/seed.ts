import type { Client } from '../client/client.ts'
import { MAX_CALLS } from './bulk-calls.ts'
import type { SeedPlayer, Seeds } from './seed-file.ts'
import { playersSeeder, type SeedPlayers } from './seed-players.ts'
import { seedProcess, seedTeam, type Outcome } from './seed-subjects.ts'

/** The ids of what a seed created, of what existed and lacked something, and of what is as it was. */
type Outcomes = Readonly<Record<Outcome, readonly string[]>>

/** What came of a seed: of its players, its teams and its processes. */
export interface Seeded extends Outcomes {
  readonly teams: Outcomes
  readonly processes: Outcomes
}

/** The lists of a seed file. */
type SeedKind = 'players' | 'teams' | 'processes'

const singular: Readonly<Record<SeedKind, string>> = { players: 'player', teams: 'team', processes: 'process' }

/** A seed that ended before it was complete: what it was at, and how many it had created or completed until then. */
export class SeedError extends Error {
  override readonly name = 'SeedError'
  readonly kind: SeedKind
  readonly id: string
  readonly taken: number

  constructor(kind: SeedKind, id: string, taken: number, cause: unknown) {
    super(`${singular[kind]} '${id}'`, { cause })
    this.kind = kind
    this.id = id
    this.taken = taken
  }
}

/** Creates players, then teams, then processes, each in their order; a second time nothing changes. Spec 6.2, 6.4. */
export async function seedGame(client: Client, { players, teams, processes }: Seeds): Promise<Seeded> {
  const run = new SeedRun()
  return {
    ...(await run.players(players, playersSeeder(client))),
    teams: await run.each('teams', teams, (team) => seedTeam(client, team)),
    processes: await run.each('processes', processes, (process) => seedProcess(client, process)),
  }
}

const noOutcomes = (): Record<Outcome, string[]> => ({ created: [], completed: [], existing: [] })

/** Counts what one seed has created and completed, over all kinds. */
class SeedRun {
  #taken = 0

  /** Ends after those players that were sent together with the first that was refused. */
  async players(players: readonly SeedPlayer[], seed: SeedPlayers): Promise<Outcomes> {
    const outcomes = noOutcomes()
    for (let i = 0; i < players.length; i += MAX_CALLS) {
      const together = players.slice(i, i + MAX_CALLS)
      const seeded = await seed(together).catch((error: unknown) => this.#fail('players', together[0]?.id ?? '', error))
      for (const one of seeded) if ('outcome' in one) this.#count(outcomes, one.id, one.outcome)
      const refused = seeded.find((one) => 'refusal' in one)
      if (refused) this.#fail('players', refused.id, refused.refusal)
    }
    return outcomes
  }

  async each<T extends { readonly id: string }>(
    kind: SeedKind,
    named: readonly T[],
    seed: (one: T) => Promise<Outcome>,
  ): Promise<Outcomes> {
    const outcomes = noOutcomes()
    for (const one of named) {
      const outcome = await seed(one).catch((error: unknown) => this.#fail(kind, one.id, error))
      this.#count(outcomes, one.id, outcome)
    }
    return outcomes
  }

  #count(outcomes: Record<Outcome, string[]>, id: string, outcome: Outcome): void {
    outcomes[outcome].push(id)
    if (outcome !== 'existing') this.#taken += 1
  }

  #fail(kind: SeedKind, id: string, error: unknown): never {
    throw new SeedError(kind, id, this.#taken, error)
  }
}
