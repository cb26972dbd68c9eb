import { eventSentence } from '../../../sentences/event-sentence.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { required, text as textOption } from '../../option.ts'

/** `gamify player activity`: prints the events of a player, oldest first. Spec 6.2. */
export const activity = defineCommand({
  arguments: { id: required('id', 'The player', 'player') },
  options: {
    start: textOption('--start <time>', 'The start of the range (default: 24 hours before the end)'),
    end: textOption('--end <time>', 'The end of the range (default: now)'),
  },
  examples: ['gamify player activity neo', 'gamify player activity neo --start 2026-01-01'],
  async run({ id, start, end }, shell) {
    const query = { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) }
    const { text, body } = await withService(shell, ({ client }) =>
      client.call('GET /v2/admin/players/:player_id/activity', { params: { player_id: id }, query }),
    )
    shell.printJson(text)
    for (const event of body) shell.print(`${shell.paint.faint(event.timestamp)}  ${eventSentence(event, id)}`)
    if (body.length === 0) shell.note('no events in that time')
  },
})
