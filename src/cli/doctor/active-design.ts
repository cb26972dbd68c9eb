import { differenceText, type Difference } from '../../game/design/differences.ts'
import type { Project } from '../../project/project.ts'
import { counted } from '../../sentences/quantities.ts'
import { CliError } from '../../terminal/cli-error.ts'
import { stayWithService, type Service } from '../../terminal/service.ts'
import type { Shell } from '../../terminal/shell.ts'
import { compareFiles, readUndeployed } from '../design-sides.ts'
import { finding, type Finding } from './finding.ts'

/** The number of differences that are listed. */
const MAX_LISTED = 3

/**
 * Checks whether the emulator of the project runs the design of the files. Returns no findings if there is no emulator
 * to ask.
 */
export async function checkActiveDesign(
  shell: Shell,
  { design: directory }: Project,
  servedAt: string | undefined,
): Promise<readonly Finding[]> {
  if (servedAt === undefined && !shell.options.url && !shell.io.env.GAMIFY_URL) return []
  try {
    return await stayWithService(shell, async ({ client }) => {
      return [
        ...differing(
          'the running game does not run the latest design',
          "run 'gamify design deploy' to deploy it",
          await readUndeployed(client),
        ),
        ...(await differingFiles(shell, directory, client)),
      ]
    })
  } catch (error) {
    // Other checks report an emulator or files with problems.
    if (error instanceof CliError) return []
    throw error
  }
}

async function differingFiles(shell: Shell, directory: string, client: Service['client']): Promise<readonly Finding[]> {
  const compared = await compareFiles(shell, directory, client)
  // Another check reports files that do not exist or have problems.
  if (compared === 'missing' || compared === 'broken') return []
  return differing(
    `${directory} differs from the latest design of the running game`,
    "run 'gamify design import' to import the files, or 'gamify design export --force' to overwrite the files",
    compared,
  )
}

function differing(what: string, advice: string, differences: readonly Difference[]): readonly Finding[] {
  if (differences.length === 0) return []
  const lines = differences.slice(0, MAX_LISTED).map(differenceText)
  const many = counted(differences.length, 'difference', 'differences')
  return [finding('design', 'warning', `${what}: ${many}`, ...lines, advice)]
}
