import { withService } from '../service.ts'
import { defineCommand } from '../command.ts'

/** `gamify token`: an access token for other programs. Spec 6.2. */
export const token = defineCommand({
  arguments: {},
  options: {},
  examples: ['curl -H "Authorization: Bearer $(gamify token)" http://127.0.0.1:4040/v2/admin/'],
  async run(_, shell) {
    const text = await withService(shell, ({ client }) => client.token())
    shell.printJson(text)
    const { access_token } = JSON.parse(text) as { readonly access_token: string }
    shell.print(access_token)
  },
})
