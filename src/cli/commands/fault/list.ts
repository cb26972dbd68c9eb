import { control } from '../../../client/control.ts'
import { table } from '../../../terminal/render/table.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { frequencyText, effectText } from './rule-text.ts'

/** `gamify fault list`: lists the fault rules. Spec 6.2. */
export const list = defineCommand({
  arguments: {},
  options: {},
  examples: ['gamify fault list', 'gamify fault list --json'],
  async run(_, shell) {
    const { text, body } = await withService(shell, ({ client }) => control(client, 'GET /_gamify/faults'))
    const { data } = body
    shell.printJson(text)
    const rows = data.map((rule) => [rule.id, rule.route, effectText(rule), frequencyText(rule), String(rule.hits)])
    shell.print(table(['FAULT', 'ROUTE', 'DESCRIPTION', 'HOW OFTEN', 'HITS'], rows, new Set([4])))
    if (data.length === 0) shell.note("no fault rules; add one with 'gamify fault add'")
  },
})
