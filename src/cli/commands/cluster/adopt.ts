import { counted } from '../../../sentences/quantities.ts'
import { defineCommand } from '../../command.ts'
import { moveGame, movingOptions } from './with-log.ts'

/** `gamify cluster adopt`: makes the game of a data directory one on several machines. Spec 9.2. */
export const adopt = defineCommand({
  arguments: {},
  options: movingOptions,
  examples: ['gamify cluster adopt --journal nats://a,b,c --data .gamify'],
  notes:
    'The log must not have a game yet, and no emulator may use the directory. The directory is then the one of a node. If it is\n' +
    'interrupted, nothing was adopted; run it again. With --json: { entries: { staging, production }, files }.',
  async run(flags, shell) {
    const { adopt: run } = await import('../../../cluster/moving.ts')
    const moved = await moveGame(flags, shell, 'adopting the game', run)
    shell.printJson(JSON.stringify(moved))
    const { entries, files } = moved
    shell.confirm(
      `the log has the game now: ${counted(entries.staging + entries.production, 'entry', 'entries')} in ${counted(files, 'file', 'files')}`,
    )
  },
})
