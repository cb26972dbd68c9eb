import type { Client } from '../client/client.ts'
import { quoted } from '../game/kernel/message-text.ts'
import { suggestion } from '../game/kernel/nearest.ts'
import type { Difference } from './difference.ts'
import type { ReadStep } from './script-file.ts'

/** A check that the emulator watches, as `GET /_gamify/checks` answers it. Spec 7.3. */
interface CheckState {
  readonly id: string
  readonly violated: { readonly player: string; readonly seq: number } | null
}

/** The checks that the emulator watches, by id. */
export type ChecksState = ReadonlyMap<string, CheckState>

const none: ChecksState = new Map()

/** Reads the checks if a step expects any; otherwise returns none. */
export async function readChecks(client: Client, steps: readonly ReadStep[]): Promise<ChecksState> {
  const expectsChecks = steps.some(({ step }) => step.kind === 'expect' && 'checks' in step.given.expect)
  return expectsChecks ? allChecks(client) : none
}

async function allChecks(client: Client): Promise<ChecksState> {
  const { body } = await client.request('GET', '/_gamify/checks')
  return new Map((body as { readonly data: readonly CheckState[] }).data.map((check) => [check.id, check]))
}

/** Compares checks with how they were when the script began: nothing may have violated them since. Spec 7.3. */
export async function checkDifferences(
  client: Client,
  wanted: readonly string[],
  before: ChecksState,
): Promise<readonly Difference[]> {
  const now = await allChecks(client)
  return wanted.flatMap((id): readonly Difference[] => {
    const path = `checks.${id}`
    const check = now.get(id)
    if (!check) {
      const advice = `there is no check ${quoted(id)} that the emulator watches${suggestion(id, now.keys())}`
      return [{ path, wanted: 'holds', got: undefined, advice }]
    }
    const { violated } = check
    if (!violated) return []
    const isEarlier = before.get(id)?.violated?.seq === violated.seq
    const advice = isEarlier
      ? 'it was violated before the script began, and only the first violation is kept; use a new game'
      : `run 'gamify why ${violated.player}' to see how it came about`
    return [{ path, wanted: 'holds', got: `violated by ${violated.player} at entry ${violated.seq}`, advice }]
  })
}
