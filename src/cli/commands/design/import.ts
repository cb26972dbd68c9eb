import { relative } from 'node:path'
import type { Client } from '../../../client/client.ts'
import type { Design } from '../../../game/design/design.ts'
import { differencesOf, differenceText, type Difference } from '../../../game/design/differences.ts'
import { byId } from '../../../game/design/identity.ts'
import { kinds, type DesignSource } from '../../../game/design/source.ts'
import { readVersion, saveBootstrap, saveComponent } from '../../../inspect/design-version.ts'
import { isBroken, loadDesign } from '../../../project/load-design.ts'
import { printable } from '../../../sentences/printable.ts'
import { wrongConfiguration } from '../../../terminal/load-project.ts'
import { showProgress } from '../../../terminal/render/progress.ts'
import { stayWithService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { confirmLoss, yesOption } from '../../confirm.ts'
import { existingDirectory } from '../../design-sides.ts'
import { optional } from '../../option.ts'

/** `gamify design import`: replaces the working design of a running game with design files. Spec 6.2. */
export const importDesign = defineCommand({
  arguments: {
    directory: optional(
      'dir',
      'The directory of the files (default: the design directory of the project)',
      'directory',
    ),
  },
  options: { yes: yesOption },
  examples: ['gamify design import', 'gamify design import ./other/design --yes'],
  notes:
    "Replaces latest with the design files. Run 'gamify design deploy' to make it live on a runtime. If the files have\n" +
    'problems, the import changes nothing.\n' +
    "With --json: { differences }, what changed in latest, in the form of 'gamify design diff'.",
  async run({ directory: named, yes }, shell) {
    const directory = await existingDirectory(shell, named)
    const design = await loadDesign(shell.io.files, directory)
    if (isBroken(design)) throw wrongConfiguration(design, shell.io.cwd)
    const differences = await stayWithService(shell, async ({ client }) => {
      const latest = await readVersion(client, 'latest')
      const found = differencesOf(latest, design.source)
      const lost = found.filter(({ change, path }) => change !== 'added' || path.length > 0)
      if (lost.length > 0) await confirmLoss(shell, `overwrite latest (${countText(lost)})`, yes)
      await showProgress(shell, 'importing the design', applyDifferences(client, latest, design, found))
      return found
    })
    shell.printJson(JSON.stringify({ differences }))
    for (const difference of differences) shell.confirm(printable(differenceText(difference)))
    const where = relative(shell.io.cwd, directory) || '.'
    shell.note(differences.length === 0 ? `latest already matches ${where}` : `latest now matches ${where}`)
  },
})

function countText(differences: readonly Difference[]): string {
  const names = new Set(differences.map(({ kind, id }) => `${kind}/${id}`))
  return names.size === 1 ? '1 change' : `${names.size} changes`
}

/** Changes `latest` to `design`. Components that differ only in the order of their fields stay as they are. */
async function applyDifferences(
  client: Client,
  latest: DesignSource,
  { source: design, compounds }: Design,
  differences: readonly Difference[],
): Promise<void> {
  // Saves compound metrics after those that they read. In another order, a compound could temporarily read itself,
  // which the service rejects.
  const order = new Map(compounds.map(({ id }, i) => [`metrics/${id}`, i]))
  for (const kind of kinds) {
    const [before, after] = [latest, design].map((source) => byId(source[kind])) as [Components, Components]
    const changed = new Set(differences.flatMap((each) => (each.kind === kind ? (each.id ?? []) : [])))
    const orderOf = (id: string): number => order.get(`${kind}/${id}`) ?? -1
    for (const id of [...changed].toSorted((a, b) => orderOf(a) - orderOf(b))) {
      await withComponentName(
        `${kind}/${id}`,
        saveComponent(client, kind, id, { before: before.get(id), after: after.get(id) }),
      )
    }
  }
  if (differences.some(({ kind }) => kind === 'bootstrap'))
    await withComponentName('bootstrap', saveBootstrap(client, design.bootstrap as object))
}

/** Adds the name of the component to an error of the service. */
async function withComponentName(name: string, work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (cause) {
    throw new Error(name, { cause })
  }
}

/** Components by id. Each is an object, because both designs are valid. */
type Components = ReadonlyMap<string, object>
