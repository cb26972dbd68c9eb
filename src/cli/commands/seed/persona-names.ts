import { basename } from 'node:path'
import { fieldsOf, isRecord } from '../../../game/kernel/json-value.ts'
import { builtInPersonas } from '../../../lab/simulate/built-in.ts'
import { findSimulations } from '../../../lab/simulate/read-simulations.ts'
import { isProblem, readJsonFile } from '../../../project/json-file.ts'
import { loadProject } from '../../../terminal/load-project.ts'
import type { Shell } from '../../../terminal/shell.ts'

/**
 * Returns the names of personas for completion: those of the project, with their simulation if several have such a persona,
 * and the built-in ones. A file that is not sound gives what can be read.
 */
export async function personaNames(shell: Shell): Promise<readonly string[]> {
  const { files } = shell.io
  const paths = await findSimulations(files, (await loadProject(shell)).directory)
  const found: { readonly simulation: string; readonly persona: string }[] = []
  for (const path of 'message' in paths ? [] : paths) {
    const read = await readJsonFile(files, path)
    if (read === undefined || isProblem(read)) continue
    const { id, personas } = fieldsOf(read.value)
    const simulation = typeof id === 'string' ? id : basename(path, '.json')
    if (isRecord(personas)) found.push(...Object.keys(personas).map((persona) => ({ simulation, persona })))
  }
  const own = found.map(({ simulation, persona }) =>
    found.filter((each) => each.persona === persona).length > 1 ? `${simulation}:${persona}` : persona,
  )
  return [...new Set([...own, ...builtInPersonas])]
}
