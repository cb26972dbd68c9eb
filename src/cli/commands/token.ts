import { playerJwt } from '../../auth/player-jwt.ts'
import { idSchema } from '../../game/kernel/schema.ts'
import { usageError } from '../../terminal/cli-error.ts'
import { loadProject } from '../../terminal/load-project.ts'
import { accountOf, withService } from '../../terminal/service.ts'
import type { Shell } from '../../terminal/shell.ts'
import { defineCommand } from '../command.ts'
import { text as textOption } from '../option.ts'

/** `gamify token`: prints an access token for other programs, or a token that acts as a player. Spec 6.2. */
export const token = defineCommand({
  arguments: {},
  options: { player: textOption('--player <id>', 'Make a token that acts as this player', 'player') },
  examples: [
    'curl -H "Authorization: Bearer $(gamify token)" http://127.0.0.1:4040/v2/admin/',
    'curl "http://127.0.0.1:4040/v2/runtime/player?jwt=$(gamify token --player neo)"',
  ],
  notes: [
    "With --player, prints CLIENT_ID:TOKEN for the 'jwt' parameter of a call. gamify signs the token with the client's secret",
    "and does not call the emulator. The token allows what a player can do, for as long as the client's tokens are valid.",
    'It is percent-encoded, so you can put it into a URL unchanged.',
    'With --json: { jwt, expires_in }, the token without the encoding and its lifetime in seconds.',
  ].join('\n'),
  async run({ player }, shell) {
    if (player !== undefined) return printPlayerToken(player, shell)
    const { accessToken, text } = await withService(shell, ({ client }) => client.token())
    shell.printJson(text)
    shell.print(accessToken)
  },
})

async function printPlayerToken(player: string, shell: Shell): Promise<void> {
  const { error } = idSchema.safeParse(player)
  if (error) throw usageError(`'${player}' is not a valid player id`, ...error.issues.map(({ message }) => message))
  const project = await loadProject(shell)
  const { clientId, clientSecret } = accountOf(shell, project)
  const listed = project.clients.find((client) => client.client_id === clientId)
  const made = playerJwt(
    { client_id: clientId, client_secret: clientSecret, token_ttl: listed?.token_ttl },
    player,
    shell.io.now(),
  )
  shell.printJson(JSON.stringify(made))
  shell.print(inQuery(made.jwt))
}

/** Encodes the value of a query parameter. Colons are valid there and stay readable. */
const inQuery = (value: string): string => encodeURIComponent(value).replaceAll('%3A', ':')
