import { control } from '../../../client/control.ts'
import type { ControlAnswer } from '../../../interface/control-answers.ts'
import { rateText } from '../../../sentences/requirement-text.ts'
import { hint } from '../../../terminal/hint.ts'
import { table } from '../../../terminal/render/table.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'

type Variable = ControlAnswer<'GET /_gamify/actions'>['data'][number]['variables'][number]

/**
 * `gamify action list`: lists the actions of the deployed design, and which of them a player can play. Spec 6.2, 6.6.
 */
export const list = defineCommand({
  arguments: {},
  options: {},
  examples: ['gamify action list', 'gamify action list --as neo'],
  notes: [
    'With --as, it shows how often the player has played each action, and whether they can play it now.',
    "With --json: the service's { data: [{ id, name, description, variables, rate, count, possible }], total }.",
  ].join('\n'),
  async run(_, shell) {
    const { answer, player } = await withService(shell, async ({ client, player: id }) => ({
      answer: await control(client, 'GET /_gamify/actions', { query: { player_id: id } }),
      player: id,
    }))
    const { data } = answer.body
    shell.printJson(answer.text)
    if (data.length === 0) return shell.note('no actions; add one as a file in design/actions')
    const ofPlayer = player === undefined ? [] : ['PLAYED', 'POSSIBLE']
    const rows = data.map(({ id, name, variables, rate, count = 0, possible = false }) => [
      id,
      name,
      variables.map(variableText).join(', '),
      rate === undefined ? '' : rateText(rate),
      ...(player === undefined ? [] : [String(count), possible ? 'yes' : 'no']),
    ])
    shell.print(table(['ACTION', 'NAME', 'VARIABLES', 'LIMIT', ...ofPlayer], rows))
    const refused = data.find(({ possible }) => possible === false)
    if (player !== undefined && refused)
      shell.note(
        `${hint(shell, `why-not ${player} action ${refused.id}`)} explains why '${refused.id}' is not possible now`,
      )
  },
})

/** Returns `votes=1`, `title (required)`, or the name alone. */
function variableText({ name, required, default: usual }: Variable): string {
  if (usual !== undefined) return `${name}=${usual}`
  return required ? `${name} (required)` : name
}
