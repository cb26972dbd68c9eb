import { usageError } from '../../terminal/cli-error.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { entryLine } from '../../terminal/render/entry-line.ts'
import { stayWithService } from '../../terminal/service.ts'
import { defineCommand } from '../command.ts'
import { flag, historyPosition, integer } from '../option.ts'
import { followHistory } from './history/following.ts'
import { readEntries, type ReadEntry } from './history/reading.ts'

/** The largest `--limit`: the newest entries are kept in memory until the last one is read. */
const MAX_LIMIT = 10_000

/** `gamify history`: prints the journal of the game, one line per entry. Spec 6.2. */
export const history = defineCommand({
  arguments: {},
  options: {
    since: historyPosition('--since <point>', 'Start at this entry number or time (default: the first entry kept)'),
    limit: integer(
      '--limit <n>',
      'Print at most this number: the first from --since, or else the newest',
      1,
      MAX_LIMIT,
    ),
    follow: flag('--follow', 'Keep printing new entries until interrupted'),
  },
  examples: [
    'gamify history --since 120',
    'gamify history --limit 20',
    'gamify history --since 2026-01-31T12:00:00Z --as neo',
    'gamify history --follow',
  ],
  notes: [
    'Prints one line per entry: its number, the game time, the player or client who called, and the result.',
    '--as shows only entries by or about that player.',
    'With --json, one object per line: { seq, at, op, caller, input, events }. These are events of the engine, which can',
    "change with any release. 'gamify player activity' prints the events of the service.",
    '--follow continues after the emulator restarts, and after a rewind or restore. It then prints where the game',
    'continues; with --json, as { "replaced": { "from", "after" } }.',
  ].join('\n'),
  alternative: ([player = '-']) =>
    player.startsWith('-') ? undefined : `for the entries of a player: gamify history --as ${player}`,
  async run({ since, limit = Infinity, follow }, shell) {
    if (follow && limit !== Infinity)
      throw usageError('--limit and --follow cannot be combined', 'use --since to choose where to start')
    const part = { since, player_id: shell.options.as || undefined }
    const report = ({ entry, line }: ReadEntry): void => {
      shell.printJson(line)
      shell.print(entryLine(entry, shell.paint))
    }
    return stayWithService(shell, async (service) => {
      if (follow) return followHistory(shell, service, part, report)
      const { count, next } = await readEntries(service.client, part, limit, report)
      if (next !== undefined) shell.note(moreText(next, since))
      if (count > 0) return exitCode.ok
      // An existing player can have no entries. If the player never existed, this call throws the error of the service.
      if (part.player_id !== undefined)
        await service.client.call('GET /v2/admin/players/:player_id', { params: { player_id: part.player_id } })
      shell.note('no entries found')
      return exitCode.ok
    })
  },
})

/** Says that there are more entries than `--limit`, and how to get them. */
const moreText = (next: number, since: string | undefined): string =>
  since === undefined
    ? `there are earlier entries; use --limit for more of them, or --since to start at one`
    : `there are more entries; use --since ${next} to continue`
