import { asOf } from '../../../client/client.ts'
import { printable } from '../../../sentences/printable.ts'
import { deployedOf, pictureOf } from '../../../terminal/picture.ts'
import { knowsUnicode } from '../../../terminal/render/paint.ts'
import { processText } from '../../../terminal/render/process-text.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { asOfMoment, required } from '../../option.ts'

/**
 * `gamify process show`: prints the performers of a process, and draws its graph with the state of each node. Spec 6.2.
 */
export const show = defineCommand({
  arguments: { id: required('id', 'The process', 'process') },
  options: { at: asOfMoment },
  examples: ['gamify process show frodo/mountain', 'gamify process show frodo/mountain --at 120'],
  notes: 'With --json: the answer of the service.',
  async run({ id, at }, shell) {
    const { text, body, picture } = await withService(shell, async (service) => {
      const client = asOf(service.client, at)
      const answer = await client.call('GET /v2/admin/processes/:process_id', { params: { process_id: id } })
      const definitions = at === undefined ? undefined : deployedOf(client)
      return { ...answer, picture: shell.options.json ? undefined : await pictureOf(client, answer.body, definitions) }
    })
    shell.printJson(text)
    if (picture === undefined) return
    const isDrawn = !('missing' in picture)
    const room = { width: Infinity, unicode: knowsUnicode(shell.io.env) }
    shell.print(processText(body, isDrawn ? picture : undefined, shell.paint, room))
    if (!isDrawn) shell.note(printable(picture.missing))
  },
})
