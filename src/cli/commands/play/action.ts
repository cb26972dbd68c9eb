import { MAX_COUNT } from '../../../game/kernel/schema.ts'
import { requirePlayer, withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { integer, pairs, required, scopePairs } from '../../option.ts'
import { unknownVariableWarnings } from '../../unknown-variables.ts'
import { explained, explainOption, playExplained, reportPlayed } from './explain.ts'

/** `gamify play action`: plays an action and prints its effects. Spec 6.2. */
export const action = defineCommand({
  arguments: { id: required('id', 'The action', 'action') },
  options: {
    count: integer('--count <n>', 'The number of plays', 1, MAX_COUNT),
    variables: pairs('--var <name=value>', 'A variable of the action (repeatable)'),
    scopes: scopePairs(),
    explain: explainOption,
  },
  examples: ['gamify play action like --as neo', 'gamify play action answer --as neo --count 2 --var votes=4'],
  async run({ id, count, variables, scopes, explain }, shell) {
    const { played, why, warnings } = await withService(shell, async (service) => {
      const { client } = service
      const as = requirePlayer(service)
      const list = async () => (await client.call('GET /v2/runtime/actions', { as })).body
      const warnings = await unknownVariableWarnings(shell, 'action', id, variables, list)
      const given = Object.fromEntries(variables)
      const queries = [{ player_id: as, action: id, variables: given, ...(count === undefined ? {} : { count }) }]
      const { text, body } = await playExplained(shell, service, { explain, queries }, () =>
        client.call('POST /v2/runtime/actions/:action_id/play', {
          params: { action_id: id },
          as,
          body: {
            ...(count === undefined ? {} : { count }),
            variables: given,
            scopes: scopes.map(([scope, entity]) => ({ id: scope, entity_id: entity })),
            // Only JSON output needs the actions that can be played next.
            ...(shell.options.json ? {} : { query: false }),
          },
        }),
      )
      const played = { text, events: [...body.events.local, ...body.events.global] }
      return { played, why: await explained(client, played, explain), warnings }
    })
    for (const warning of warnings) shell.note(warning)
    reportPlayed(shell, played, why)
  },
})
