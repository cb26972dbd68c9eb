import type { Client } from '../../../client/client.ts'
import { differencesOf, differenceText, type Difference } from '../../../game/design/differences.ts'
import type { DesignSource } from '../../../game/design/source.ts'
import { LATEST } from '../../../game/kernel/version-operation.ts'
import { readVersion } from '../../../inspect/design-version.ts'
import { printable } from '../../../sentences/printable.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { hint } from '../../../terminal/hint.ts'
import type { Paint } from '../../../terminal/render/paint.ts'
import { withService } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { defineCommand } from '../../command.ts'
import { existingDirectory, FILES, isInFiles, readFiles, readUndeployed } from '../../design-sides.ts'
import { flag, optional } from '../../option.ts'

/** `gamify design diff`: prints the differences between two designs. Spec 6.2. */
export const diff = defineCommand({
  arguments: {
    from: optional('a', 'The old design (default: latest of the running game)'),
    to: optional('b', 'The new design (default: the design files)'),
  },
  options: { exitCode: flag('--exit-code', 'Exit with 1 if the designs differ') },
  examples: [
    'gamify design diff',
    'gamify design diff v1',
    'gamify design diff v1 v2 --exit-code',
    'gamify design diff ./design ../other/design',
  ],
  notes: [
    "Name a design as 'latest' or 'stash' (of the running game), as a version such as v1, as 'files' (the design files of the",
    'project), or as the path of a directory that contains a slash.',
    'Without arguments, it also shows what a deployment of latest would change in the running game.',
    'With --json: { differences: [{ kind, id?, path, change, before?, after? }], undeployed: [...] }; change is added, removed',
    'or changed.',
  ].join('\n'),
  async run({ from = LATEST, to = FILES, exitCode: hasExitCode }, shell) {
    const [before, after] = await readBoth(shell, from, to)
    const differences = differencesOf(before, after)
    const undeployed =
      from === LATEST && to === FILES ? await withService(shell, ({ client }) => readUndeployed(client)) : []
    shell.printJson(JSON.stringify({ differences, undeployed }))
    for (const difference of differences) shell.print(inColour(difference, shell.paint))
    if (differences.length === 0) shell.note(`no difference between ${from} and ${to}`)
    if (undeployed.length > 0) reportUndeployed(shell, undeployed)
    return hasExitCode && differences.length + undeployed.length > 0 ? exitCode.refused : exitCode.ok
  },
})

function reportUndeployed(shell: Shell, undeployed: readonly Difference[]): void {
  shell.print(`the running game does not run latest; deploying it changes:`)
  for (const difference of undeployed) shell.print(`  ${inColour(difference, shell.paint)}`)
  shell.note(`run ${hint(shell, 'design deploy')} to deploy latest`)
}

async function readBoth(shell: Shell, from: string, to: string): Promise<readonly [DesignSource, DesignSource]> {
  const read = (side: string, client?: Client): Promise<DesignSource> =>
    client === undefined || isInFiles(side) ? readSide(shell, side) : readVersion(client, side)
  if (isInFiles(from) && isInFiles(to)) return [await read(from), await read(to)]
  return withService(shell, async ({ client }) => [await read(from, client), await read(to, client)] as const)
}

async function readSide(shell: Shell, side: string): Promise<DesignSource> {
  return (await readFiles(shell, await existingDirectory(shell, side))).source
}

function inColour(difference: Difference, paint: Paint): string {
  const line = printable(differenceText(difference))
  if (difference.change === 'added') return paint.good(line)
  return difference.change === 'removed' ? paint.bad(line) : line
}
