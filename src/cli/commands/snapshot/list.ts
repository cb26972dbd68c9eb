import { control } from '../../../client/control.ts'
import { sizeText } from '../../../sentences/quantities.ts'
import { table } from '../../../terminal/render/table.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'

/** `gamify snapshot list`: lists the snapshots in the order in which they were saved. Spec 6.2, 6.6. */
export const list = defineCommand({
  arguments: {},
  options: {},
  examples: ['gamify snapshot list', 'gamify snapshot list --json'],
  async run(_, shell) {
    const { body, text } = await withService(shell, ({ client }) => control(client, 'GET /_gamify/snapshots'))
    const { data } = body
    shell.printJson(text)
    const rows = data.map(({ name, seq, created, size }) => [name, String(seq), created, sizeText(size)])
    shell.print(table(['SNAPSHOT', 'ENTRY', 'SAVED', 'SIZE'], rows, new Set([1, 3])))
    if (data.length === 0) shell.note("no snapshots; save one with 'gamify snapshot save NAME'")
  },
})
