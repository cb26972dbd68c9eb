import { differencesOf, differenceText, type Difference } from '../../../game/design/differences.ts'
import type { DesignSource } from '../../../game/design/source.ts'
import type { Client } from '../../../client/client.ts'
import { defineCommand } from '../../command.ts'
import { existingDirectory, FILES, isInFiles, readFiles, readVersion } from '../../design-sides.ts'
import { exitCode } from '../../exit-code.ts'
import { flag, optional } from '../../option.ts'
import type { Paint } from '../../render/paint.ts'
import { printable } from '../../render/printable.ts'
import { withService } from '../../service.ts'
import type { Shell } from '../../shell.ts'

/** `gamify design diff`: what changed from one design to another, in words. Spec 6.2. */
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
  notes:
    "A design is named by 'latest' or 'stash' of the running game, by a version such as v1, by 'files' for the design files\n" +
    'of the project, or by the path of a directory with a slash in it.\n' +
    'With --json: { differences: [{ kind, id?, path, change, before?, after? }] }; change is added, removed or changed.',
  async run({ from = 'latest', to = FILES, exitCode: tells }, shell) {
    const [before, after] = await readBoth(shell, from, to)
    const found = differencesOf(before, after)
    shell.printJson(JSON.stringify({ differences: found }))
    for (const difference of found) shell.print(inColour(difference, shell.paint))
    if (found.length === 0) shell.note(`no difference between ${from} and ${to}`)
    return tells && found.length > 0 ? exitCode.refused : exitCode.ok
  },
})

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
