import type { Client } from '../../../client/client.ts'
import { ServiceError } from '../../../client/service-error.ts'
import type { Design } from '../../../game/design/design.ts'
import { DAY_MS } from '../../../game/kernel/instant.ts'
import { simulatedGame } from '../../../lab/lab-info.ts'
import { builtInSimulation } from '../../../lab/simulate/built-in.ts'
import { planSimulations } from '../../../lab/simulate/planned.ts'
import { SimulatedHistory } from '../../../lab/simulate/simulated-history.ts'
import type { Persona } from '../../../lab/simulate/simulation.ts'
import { limitedProblems } from '../../../project/problem.ts'
import { joinTime, type HistoryPlan } from '../../../scripts/people/generated-history.ts'
import { drawFor } from '../../../scripts/people/person.ts'
import type { History } from '../../../scripts/people/seed-people.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { wrongConfiguration } from '../../../terminal/load-project.ts'
import type { Service } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { readDeployedDesign } from '../../seed-problems.ts'
import { choosePersonas, type NamedPersona } from './personas.ts'

/**
 * Returns what makes the history of players who behave like personas: they play in a game of the lab with the design and the
 * seed of the running game, and their steps are sent to that one. Throws a CliError if there is no such persona. Spec 6.2.
 */
export async function personaHistory(
  { io }: Pick<Shell, 'io'>,
  { client, project }: Pick<Service, 'client' | 'project'>,
  names: readonly string[],
): Promise<(plan: HistoryPlan) => History> {
  const design = await readDeployedDesign(client)
  if (!design)
    throw usageError(
      'the service does not show its design to this client, and --persona needs it',
      'use a client with the scope debug, or leave out --persona',
    )
  const builtIn = builtInSimulation(design)
  const read = await planSimulations(io.files, { directory: project.directory, design, paths: [] })
  if ('problems' in read) throw wrongConfiguration(limitedProblems(read.problems, io.cwd), io.cwd)
  // A simulation of the project can have the id of the built-in one.
  const own = read.simulations.flatMap(({ simulation, file }) => (file === undefined ? [] : [simulation]))
  const personas = choosePersonas(names, own, builtIn)
  const gameSeed = (await seedOfGame(client)) ?? project.game.id
  return (plan) => historyOf(plan, personas, { design, game: simulatedGame(project.game), gameSeed })
}

/** Returns the seed of the random draws of a game, which the first line of its state has. */
async function seedOfGame(client: Client): Promise<string | undefined> {
  const reading = new AbortController()
  try {
    for await (const line of client.lines('/_gamify/state', { history: 'false' }, reading.signal))
      return (JSON.parse(line) as { readonly seed: string }).seed
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
  } finally {
    reading.abort()
  }
  return undefined
}

interface Played {
  readonly design: Design
  readonly game: ReturnType<typeof simulatedGame>
  readonly gameSeed: string
}

function historyOf(plan: HistoryPlan, personas: readonly NamedPersona[], played: Played): History {
  const { people, seed, count, from, now } = plan
  const players = Array.from({ length: count }, (_, index) => {
    const { id, ...profile } = people.at(index)
    return {
      id,
      profile,
      persona: personaAt(personas, drawFor(seed, index, 'persona')),
      joinsAt: joinTime(plan, index),
    }
  })
  const history = new SimulatedHistory({ ...played, seed, players, fromMs: from, untilMs: now })
  return {
    steps: history.steps(),
    progress: () => [Math.floor(history.elapsedMs / DAY_MS), Math.ceil((now - from) / DAY_MS)],
    plays: () => ({ made: history.plays, leftOut: history.refused }),
  }
}

/** Returns the persona at a share of all players, of whom each persona has as many as the groups of its simulation say. */
function personaAt(personas: readonly NamedPersona[], share: number): Persona {
  let left = share * personas.reduce((sum, { players }) => sum + players, 0)
  const found = personas.find(({ players }) => (left -= players) < 0) ?? personas.at(-1)
  if (!found) throw new Error('a history needs a persona')
  return found.persona
}
