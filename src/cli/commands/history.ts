import { defineCommand } from '../command.ts'
import { exitCode } from '../exit-code.ts'
import { flag, historyPoint } from '../option.ts'
import { entryLine } from '../render/entry-line.ts'
import { stayWithService } from '../service.ts'
import { followHistory } from './history/following.ts'
import { readHistory, type ReadEntry } from './history/reading.ts'

/** `gamify history`: the journal of the game, a sentence for each entry. Spec 6.2. */
export const history = defineCommand({
  arguments: {},
  options: {
    since: historyPoint('--since <point>', 'Start at this entry number or time (default: the first entry kept)'),
    follow: flag('--follow', 'Keep printing new entries until interrupted'),
  },
  examples: [
    'gamify history --since 120',
    'gamify history --since 2026-01-31T12:00:00Z --as neo',
    'gamify history --follow',
  ],
  notes: [
    'A line for each entry: its number, game time, the player or else the client who called, and what came of it.',
    '--as keeps to entries by this player or about it.',
    'With --json an object a line: { seq, at, op, caller, input, events }. The events are those of the engine, and may',
    "change with any release; 'gamify player activity' has those of the service.",
    'With --follow it goes on when the emulator is started again, and when the game is put back.',
  ].join('\n'),
  async run({ since, follow }, shell) {
    const part = { since, player_id: shell.options.as || undefined }
    const tell = ({ entry, line }: ReadEntry): void => {
      shell.printJson(line)
      shell.print(entryLine(entry, shell.paint))
    }
    return stayWithService(shell, async (service) => {
      if (follow) return followHistory(shell, service, part, tell)
      let hasTold = false
      for await (const read of readHistory(service.client, part, new AbortController().signal)) {
        tell(read)
        hasTold = true
      }
      if (hasTold) return exitCode.ok
      // Nothing may be told of who is there; of who is not, and never was, the service says so.
      if (part.player_id !== undefined)
        await service.client.call('GET /v2/admin/players/:player_id', { params: { player_id: part.player_id } })
      shell.note('no entries found')
      return exitCode.ok
    })
  },
})
