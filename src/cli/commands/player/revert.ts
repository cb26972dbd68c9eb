import { changesText } from '../../../sentences/event-sentence.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { oneOrMore, required } from '../../option.ts'

/** `gamify player revert`: undoes the effects of plays and custom rules. Spec 6.2. */
export const revert = defineCommand({
  arguments: {
    id: required('id', 'The player', 'player'),
    events: oneOrMore('event', 'The ids of the events, from --json of a play'),
  },
  options: {},
  examples: ['gamify player revert neo 019a8c1e-7f00-7000-8000-000000000001'],
  async run({ id, events }, shell) {
    const { text, body } = await withService(shell, ({ client }) =>
      client.call('POST /v2/admin/players/:player_id/revert', {
        params: { player_id: id },
        body: { event_ids: [...events] },
      }),
    )
    shell.printJson(text)
    for (const { event, changes } of body) shell.confirm(`${event} ${changesText('was reverted', changes)}`)
  },
})
