import { simulatedGame } from '../lab/simulate/planned.ts'
import { deploymentLosses } from '../lab/what-if/count-losses.ts'
import { lossesText, MAX_MENTIONED } from '../lab/what-if/deployment-losses.ts'
import { isBadHistory } from '../lab/what-if/recorded-history.ts'
import { CliError } from '../terminal/cli-error.ts'
import { hint } from '../terminal/hint.ts'
import { withService } from '../terminal/service.ts'
import type { Shell } from '../terminal/shell.ts'

/**
 * Reports how many players would have lost something under the design that was just deployed. An error here does not fail the
 * command, because the deployment has already taken effect. Says nothing about a long history. Spec 7.2.
 */
export async function reportLosses(shell: Shell): Promise<void> {
  const ending = new AbortController()
  try {
    const text = await withService(shell, async ({ client, project: { game } }) => {
      const lines: Buffer[] = []
      for await (const line of client.lines('/_gamify/state', {}, ending.signal)) {
        if (lines.length === 0 && (JSON.parse(line) as { readonly seq: number }).seq > MAX_MENTIONED) return undefined
        lines.push(Buffer.from(`${line}\n`))
      }
      async function* bytes(): AsyncGenerator<Buffer> {
        yield* lines
      }
      return lossesText(await deploymentLosses(bytes, simulatedGame(game)), hint(shell, 'what-if'))
    })
    if (text !== undefined) shell.note(text)
  } catch (error) {
    if (!(error instanceof CliError) && !isBadHistory(error)) throw error
  } finally {
    ending.abort()
  }
}
