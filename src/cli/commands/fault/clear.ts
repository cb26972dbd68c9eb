import { defineCommand } from '../../command.ts'
import { optional } from '../../option.ts'
import { counted } from '../../../terminal/render/counts.ts'
import { withService } from '../../../terminal/service.ts'
import { FAULTS_PATH, type ShownRule, type ShownRules } from './rule-words.ts'

/** `gamify fault clear`: takes one fault rule out, or all. Spec 6.2. */
export const clear = defineCommand({
  arguments: { id: optional('id', 'The rule to remove (default: all rules)', 'fault rule') },
  options: {},
  examples: ['gamify fault clear', 'gamify fault clear fault-1'],
  async run({ id }, shell) {
    const { text, body } = await withService(shell, ({ client }) =>
      id === undefined
        ? client.request('DELETE', FAULTS_PATH)
        : client.request('DELETE', `${FAULTS_PATH}/:fault_id`, { params: { fault_id: id } }),
    )
    shell.printJson(text)
    const gone = id === undefined ? (body as ShownRules).data : [body as ShownRule]
    shell.confirm(`${counted(gone.length, 'fault rule', 'fault rules')} removed${hitText(gone)}`)
  },
})

/** How much they did while they were there. */
function hitText(gone: readonly ShownRule[]): string {
  const hits = gone.reduce((sum, rule) => sum + rule.hits, 0)
  return gone.length === 0 ? '' : `, after ${counted(hits, 'hit', 'hits')}`
}
