import { pictureOf } from '../../../terminal/picture.ts'
import { knowsUnicode } from '../../../terminal/render/paint.ts'
import { printable } from '../../../terminal/render/printable.ts'
import { processText } from '../../../terminal/render/process-text.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { required } from '../../option.ts'

/**
 * `gamify process show`: prints the performers of a process, and draws its graph with the state of each node. Spec 6.2.
 */
export const show = defineCommand({
  arguments: { id: required('id', 'The process', 'process') },
  options: {},
  examples: ['gamify process show frodo/mountain'],
  notes: 'With --json: the answer of the service.',
  async run({ id }, shell) {
    const { text, body, picture } = await withService(shell, async ({ client }) => {
      const answer = await client.call('GET /v2/admin/processes/:process_id', { params: { process_id: id } })
      return { ...answer, picture: shell.options.json ? undefined : await pictureOf(client, answer.body) }
    })
    shell.printJson(text)
    if (picture === undefined) return
    const isDrawn = !('missing' in picture)
    const room = { width: Infinity, unicode: knowsUnicode(shell.io.env) }
    shell.print(processText(body, isDrawn ? picture : undefined, shell.paint, room))
    if (!isDrawn) shell.note(printable(picture.missing))
  },
})
