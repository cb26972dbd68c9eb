import type { Emulator } from '../../../emulator/emulator.ts'
import type { Covering } from '../../coverage/covering.ts'
import type { CoverageWanted } from '../../coverage/flags.ts'
import type { Shell } from '../../../terminal/shell.ts'
import type { ServePlan } from '../serve/plan.ts'

/** Begins to look at what is exercised of the design of the staging runtime. */
export async function coverageOfEmulator(
  wanted: CoverageWanted,
  shell: Shell,
  { design, project }: Pick<ServePlan, 'design' | 'project'>,
  emulator: Emulator,
): Promise<Covering> {
  const { beginCovering } = await import('../../coverage/covering.ts')
  const place = { design: design.reader.directory, directory: project.directory }
  return beginCovering(wanted, shell, place, () => emulator.runtime('staging').coverage.read())
}
