import { usageError } from '../../cli-error.ts'
import { defineCommand } from '../../command.ts'
import { pairs, required, scopePairs, texts } from '../../option.ts'
import { eventSentence } from '../../render/event-sentence.ts'
import { withService } from '../../service.ts'
import { warnOfVariables } from '../../warn-of-variables.ts'

/** `gamify play rule`: evaluates a custom rule for players and tells what came of it. Spec 6.2. */
export const rule = defineCommand({
  arguments: { id: required('rule', 'the custom rule') },
  options: {
    players: texts('--player <players...>', 'whom to evaluate it for'),
    variables: pairs('--var <name=value>', 'a variable of the rule; may be given several times'),
    scopes: scopePairs(),
  },
  examples: ['gamify play rule welcome --player neo --var gift=5'],
  async run({ id, players, variables, scopes }, shell) {
    if (players.length === 0) throw usageError('for which players?', 'name each with --player PLAYER')
    const { text, body } = await withService(shell, async ({ client }) => {
      const list = async () => (await client.call('GET /v2/admin/rules', {})).body
      await warnOfVariables(shell, 'rule', id, variables, list)
      return client.call('POST /v2/admin/rules/:rule_id', {
        params: { rule_id: id },
        body: {
          data: [{ player_ids: [...players], variables: Object.fromEntries(variables) }],
          scopes: scopes.map(([scope, entity]) => ({ id: scope, entity_id: entity })),
        },
      })
    })
    shell.printJson(text)
    for (const { events } of body.flat()) {
      for (const event of [...events.local, ...events.global]) shell.confirm(eventSentence(event))
    }
  },
})
