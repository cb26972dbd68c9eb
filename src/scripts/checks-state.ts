import type { Client } from '../client/client.ts'
import { control } from '../client/control.ts'
import { quoted } from '../game/kernel/message-text.ts'
import { suggestion } from '../game/kernel/nearest.ts'
import type { Difference } from './difference.ts'
import type { ReadStep } from './script-file.ts'

/**
 * Returns the last entry of the history before a script, after which its checks must hold. Returns 0 without asking if no
 * step expects any. Spec 7.3.
 */
export async function entryBeforeChecks(client: Client, steps: readonly ReadStep[]): Promise<number> {
  const expectsChecks = steps.some(({ step }) => step.kind === 'expect' && 'checks' in step.given.expect)
  return expectsChecks ? (await control(client, 'GET /_gamify/checks')).body.seq : 0
}

/** What the emulator watches, for a check that exists and is not among them. */
const WATCHED =
  "it watches those with 'always', 'never_falls' and 'at_most', and 'gamify check' searches for the others"

/** Compares checks with what a script expects: nothing may have violated them after the entry `since`. Spec 7.3. */
export async function checkDifferences(
  client: Client,
  wanted: readonly string[],
  since: number,
): Promise<readonly Difference[]> {
  const { data } = (await control(client, 'GET /_gamify/checks', { query: { since: String(since) } })).body
  const checks = new Map(data.map((check) => [check.id, check]))
  return wanted.flatMap((id): readonly Difference[] => {
    const path = `checks.${id}`
    const check = checks.get(id)
    if (!check) {
      const meant = suggestion(id, checks.keys())
      const advice = `the emulator watches no check ${quoted(id)}${meant || `; ${WATCHED}`}`
      return [{ path, wanted: 'holds', got: undefined, advice }]
    }
    const { violated } = check
    if (!violated) return []
    const advice = `run 'gamify why ${violated.event}' to see what led to it`
    return [{ path, wanted: 'holds', got: `violated by ${violated.player} at entry ${violated.seq}`, advice }]
  })
}
