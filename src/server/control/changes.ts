import { setTimeout } from 'node:timers/promises'
import { toIso } from '../../game/kernel/instant.ts'
import type { LiveState } from '../../interface/control-answers.ts'
import type { MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import type { ServedRuntime } from '../served-game.ts'
import { controlEndpoint } from './control-endpoint.ts'

/** How often the game is looked at, which is also how often a line is sent at most. Spec 8.2. */
const LOOK_MS = 100

/** How long nothing is sent while nothing changes. A comment then shows that the stream is alive. */
const QUIET_MS = 15_000
const HEARTBEAT = ':\n\n'

/**
 * `GET /changes`: how far the game is, as Server-Sent Events: at once, and after changes, at most ten times a second. It costs
 * the same however many entries there are between two of them. Spec 6.6.
 */
export function changesRoute(context: ServerContext): MountedEndpoint {
  const { game, stopping, designFiles } = context
  return controlEndpoint(context, 'GET /_gamify/changes', ({ call, runtime }) => ({
    status: 200,
    type: 'text/event-stream; charset=utf-8',
    body: changes(
      runtime,
      () => ({ working: game.designs.latest.hash, problems: designFiles().problems.length }),
      AbortSignal.any([call.signal(), stopping]),
    ),
    headers: { 'cache-control': 'no-store' },
  }))
}

async function* changes(
  runtime: ServedRuntime,
  readDesign: () => Pick<LiveState, 'working' | 'problems'>,
  ending: AbortSignal,
): AsyncGenerator<string, void> {
  let known = ''
  let quietSince = 0
  while (!ending.aborted) {
    const look = { ...runtime.look(), ...readDesign() }
    const signature = JSON.stringify(look)
    if (signature !== known) {
      known = signature
      quietSince = Date.now()
      // The clock answers once everything so far is on disk, so that a read which follows finds it.
      const { now, frozen } = await runtime.clock.read()
      const state: LiveState = { ...look, now: toIso(now), frozen }
      yield `data: ${JSON.stringify(state)}\n\n`
    } else if (Date.now() - quietSince > QUIET_MS) {
      quietSince = Date.now()
      yield HEARTBEAT
    }
    await setTimeout(LOOK_MS, undefined, { signal: ending }).catch(() => {})
  }
}
