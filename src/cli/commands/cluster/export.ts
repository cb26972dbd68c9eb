import { counted } from '../../../sentences/quantities.ts'
import { defineCommand } from '../../command.ts'
import { moveGame, movingOptions } from './with-log.ts'

/** `gamify cluster export`: writes the game of a log into a data directory. Spec 9.2. */
export const exportCluster = defineCommand({
  arguments: {},
  options: movingOptions,
  examples: ['gamify cluster export --journal nats://a,b,c --data copy', 'gamify serve --data copy'],
  notes:
    'Writes the game as it is when the command begins, with its history. The nodes go on meanwhile. If it is interrupted, the\n' +
    'directory cannot be served; run it again. With --json: { entries: { staging, production }, files }.',
  async run(flags, shell) {
    const { exportGame } = await import('../../../cluster/moving.ts')
    const moved = await moveGame(flags, shell, 'exporting the game', exportGame)
    shell.printJson(JSON.stringify(moved))
    const { entries, files } = moved
    shell.confirm(
      `wrote ${counted(entries.staging + entries.production, 'entry', 'entries')} and ${counted(files, 'file', 'files')} of designs and images`,
    )
  },
})
