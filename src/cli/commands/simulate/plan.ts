import { relative, resolve } from 'node:path'
import type { Design } from '../../../game/design/design.ts'
import type { GameInfo } from '../../../game/kernel/game-info.ts'
import { firstFew, quoted } from '../../../game/kernel/message-text.ts'
import { simulatedGame } from '../../../lab/lab-info.ts'
import { figureText } from '../../../lab/simulate/expectation-text.ts'
import { planSimulations, type PlannedSimulation } from '../../../lab/simulate/planned.ts'
import { limitedProblems } from '../../../project/problem.ts'
import { counted } from '../../../sentences/quantities.ts'
import { loadProject, wrongConfiguration } from '../../../terminal/load-project.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { readLabDesign } from '../../lab-design.ts'

/** What is simulated, and how. */
export interface Plan {
  readonly design: Design
  readonly game: GameInfo
  /** The files of the simulations have paths as messages show them. */
  readonly simulations: readonly PlannedSimulation[]
  /** The seed of `--random-seed`. */
  readonly seed: string | undefined
  readonly jobs: number
  /** The absolute paths of the design and of the files of simulations. */
  readonly read: readonly string[]
}

/** The flags that decide what is simulated. */
interface PlanFlags {
  readonly files: readonly string[]
  readonly design: string | undefined
  readonly players: number | undefined
  readonly days: number | undefined
  readonly randomSeed: string | undefined
  readonly jobs: number
}

/** Reads the design and the simulations. Throws a CliError that lists what is wrong with them. */
export async function planOf(
  shell: Shell,
  { files, design: named, players, days, randomSeed, jobs }: PlanFlags,
): Promise<Plan> {
  const { io } = shell
  const { directory, game, design: ownDesign } = await loadProject(shell)
  const { design, directory: designDirectory } = await readLabDesign(shell, named, ownDesign)
  const paths = files.map((path) => resolve(io.cwd, path))
  const read = await planSimulations(io.files, { directory, design, paths, players, days })
  if ('problems' in read) throw wrongConfiguration(limitedProblems(read.problems, io.cwd), io.cwd)
  read.simulations.forEach((each) => noteLeftOut(shell, each))
  const simulations = read.simulations.map((each) => ({ ...each, file: each.file && relative(io.cwd, each.file) }))
  const sources = [designDirectory, ...read.simulations.flatMap(({ file }) => file ?? [])]
  return { design, game: simulatedGame(game), simulations, seed: randomSeed, jobs, read: sources }
}

/** The number of expectations that a note names. */
const MAX_LISTED = 4

function noteLeftOut(shell: Shell, { simulation: { id }, leftOut }: PlannedSimulation): void {
  if (leftOut.length === 0) return
  const what = counted(leftOut.length, 'expectation is', 'expectations are')
  const { few, more } = firstFew(leftOut.map(figureText), MAX_LISTED)
  shell.note(`${what} about later days and left out of ${quoted(id)}: ${[...few, ...more].join(', ')}`)
}
