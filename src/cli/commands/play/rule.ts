import { usageError } from '../../../terminal/cli-error.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { pairs, required, scopePairs, texts } from '../../option.ts'
import { unknownVariableWarnings } from '../../unknown-variables.ts'
import { explained, explainOption, playExplained, reportPlayed } from './explain.ts'

/** `gamify play rule`: evaluates a custom rule for players and prints its effects. Spec 6.2. */
export const rule = defineCommand({
  arguments: { id: required('rule', 'The custom rule', 'rule') },
  options: {
    players: texts('--player <players...>', 'The player to evaluate the rule for (repeatable)', 'player'),
    variables: pairs('--var <name=value>', 'A variable of the rule (repeatable)'),
    scopes: scopePairs(),
    explain: explainOption,
  },
  examples: ['gamify play rule welcome --player neo --var gift=5'],
  async run({ id, players, variables, scopes, explain }, shell) {
    if (players.length === 0) throw usageError('the players are missing', 'name each player with --player PLAYER')
    const { played, why, warnings } = await withService(shell, async (service) => {
      const { client } = service
      const list = async () => (await client.call('GET /v2/admin/rules', {})).body
      const warnings = await unknownVariableWarnings(shell, 'rule', id, variables, list)
      const given = Object.fromEntries(variables)
      const queries = players.map((player) => ({ player_id: player, rule: id, variables: given }))
      const { text, body } = await playExplained(shell, service, { explain, queries }, () =>
        client.call('POST /v2/admin/rules/:rule_id', {
          params: { rule_id: id },
          body: {
            data: [{ player_ids: [...players], variables: given }],
            scopes: scopes.map(([scope, entity]) => ({ id: scope, entity_id: entity })),
          },
        }),
      )
      const played = { text, events: body.flat().flatMap(({ events }) => [...events.local, ...events.global]) }
      return { played, why: await explained(client, played, explain), warnings }
    })
    for (const warning of warnings) shell.note(warning)
    reportPlayed(shell, played, why)
  },
})
