import { withService } from '../service.ts'
import { defineCommand } from '../command.ts'

/** `gamify token`: an access token for other programs. Spec 6.2. */
export const token = defineCommand({
  arguments: {},
  options: {},
  examples: ['curl -H "Authorization: Bearer $(gamify token)" http://127.0.0.1:4040/v2/admin/'],
  async run(_, shell) {
    const { accessToken, text } = await withService(shell, ({ client }) => client.token())
    shell.printJson(text)
    shell.print(accessToken)
  },
})
