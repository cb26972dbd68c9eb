import type { Client } from '../../../client/client.ts'
import { control } from '../../../client/control.ts'
import type { ShownFaultRule } from '../../../interface/control-answers.ts'
import { counted } from '../../../sentences/quantities.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { optional } from '../../option.ts'

/** `gamify fault clear`: removes one fault rule, or all. Spec 6.2. */
export const clear = defineCommand({
  arguments: { id: optional('id', 'The rule to remove (default: all rules)', 'fault rule') },
  options: {},
  examples: ['gamify fault clear', 'gamify fault clear fault-1'],
  async run({ id }, shell) {
    const { text, removed } = await withService(shell, ({ client }) => remove(client, id))
    shell.printJson(text)
    shell.confirm(`${counted(removed.length, 'fault rule', 'fault rules')} removed${hitText(removed)}`)
  },
})

/** Removes one rule, or all rules of the runtime. */
async function remove(client: Client, id: string | undefined) {
  if (id === undefined) {
    const { body, text } = await control(client, 'DELETE /_gamify/faults')
    return { text, removed: body.data }
  }
  const { body, text } = await control(client, 'DELETE /_gamify/faults/:fault_id', { params: { fault_id: id } })
  return { text, removed: [body] }
}

/** Returns how many calls the removed rules affected. */
function hitText(removed: readonly ShownFaultRule[]): string {
  const hits = removed.reduce((sum, rule) => sum + rule.hits, 0)
  return removed.length === 0 ? '' : `, after ${counted(hits, 'hit', 'hits')}`
}
