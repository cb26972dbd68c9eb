import { control } from '../../client/control.ts'
import type { Service } from '../../terminal/service.ts'
import type { Shell } from '../../terminal/shell.ts'
import type { Covering } from './covering.ts'
import type { CoverageWanted } from './flags.ts'

/** Begins to look at what is exercised of the design of a service, whose files are those of the project. */
export async function coverageOfService(
  wanted: CoverageWanted,
  shell: Shell,
  { client, project }: Service,
): Promise<Covering> {
  const { beginCovering } = await import('./covering.ts')
  const read = async () => (await control(client, 'GET /_gamify/coverage')).body
  return beginCovering(wanted, shell, project, read)
}
