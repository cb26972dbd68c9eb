import { simulatedGame } from '../lab/lab-info.ts'
import { deploymentLosses } from '../lab/what-if/count-losses.ts'
import { failureText, isTooLarge, lossesText, tooLargeText } from '../lab/what-if/deployment-losses.ts'
import { hint } from '../terminal/hint.ts'
import { withService } from '../terminal/service.ts'
import type { Shell } from '../terminal/shell.ts'

/**
 * Reports how many players would have lost something under the design that was just deployed, or why that is not known. An
 * error here does not fail the command, because the deployment has already taken effect. Spec 7.2.
 */
export async function reportLosses(shell: Shell): Promise<void> {
  const ending = new AbortController()
  try {
    const text = await withService(shell, async ({ client, project: { game } }) => {
      const command = hint(shell, 'what-if')
      const { total } = (await client.call('GET /v2/admin/players', { query: { limit: '0' } })).body
      const lines: Buffer[] = []
      for await (const line of client.lines('/_gamify/state', {}, ending.signal)) {
        if (lines.length === 0 && isTooLarge((JSON.parse(line) as { readonly seq: number }).seq, total))
          return tooLargeText(command)
        lines.push(Buffer.from(`${line}\n`))
      }
      return lossesText(await deploymentLosses(lines, simulatedGame(game)), command)
    })
    if (text !== undefined) shell.note(text)
  } catch (error) {
    shell.note(failureText(error))
  } finally {
    ending.abort()
  }
}
