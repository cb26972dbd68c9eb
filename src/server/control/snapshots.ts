import * as z from 'zod'
import type { Snapshot } from '../../emulator/time-travel/snapshots.ts'
import { isFault, type Fault } from '../../game/kernel/fault.ts'
import { toIso } from '../../game/kernel/instant.ts'
import { strictObject } from '../../game/kernel/schema.ts'
import type { ControlAnswer } from '../../interface/control-answers.ts'
import type { Call, MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { decodedParams } from '../input.ts'
import { controlRoute, listOf, readBody } from './control-endpoint.ts'
import { designIn, historyPositionIn, restoreOptionsIn } from './query-field.ts'

/**
 * `GET /snapshots`, `POST /snapshots`, `POST /snapshots/:name/restore`, `DELETE /snapshots/:name` and `POST /rewind`: the
 * snapshots of the runtime's game, and the way back to an entry or a time. Spec 6.6.
 */
export function snapshotRoutes(context: ServerContext): readonly MountedEndpoint[] {
  return [
    controlRoute(context, 'GET /_gamify/snapshots', async ({ runtime }) =>
      listOf((await runtime.snapshots.list()).map(shown)),
    ),
    controlRoute(context, 'POST /_gamify/snapshots', async ({ call, runtime }) => {
      const body = await readBody(call, () => newSnapshot)
      if ('fault' in body) return body
      const snapshot = await runtime.snapshots.save(body.value.name)
      return isFault(snapshot) ? snapshot : shown(snapshot)
    }),
    controlRoute(context, 'POST /_gamify/snapshots/:name/restore', async ({ call, runtime, query }) => {
      const options = restoreOptionsIn(query)
      if (isFault(options)) return options
      // The body is not used, but a call that does not arrive whole must change nothing.
      const text = await call.body()
      if (typeof text !== 'string') return text
      const name = nameIn(call.params)
      const restored = isFault(name) ? name : await runtime.snapshots.restore(name, options)
      return isFault(restored) ? restored : { ...restored, now: toIso(restored.now) }
    }),
    controlRoute(context, 'DELETE /_gamify/snapshots/:name', async ({ call, runtime }) => {
      const name = nameIn(call.params)
      return isFault(name) ? name : runtime.snapshots.delete(name)
    }),
    controlRoute(context, 'POST /_gamify/rewind', async ({ call, runtime, query }) => {
      const options = designIn(query)
      if (isFault(options)) return options
      const body = await readBody(call, () => rewindBody)
      if ('fault' in body) return body
      const to = historyPositionIn('to', String(body.value.to))
      if (isFault(to)) return to
      const rewound = await runtime.rewind(to, options)
      return isFault(rewound) ? rewound : { ...rewound, now: toIso(rewound.now) }
    }),
  ]
}

/** Decodes the name of a snapshot in a path. */
function nameIn(params: Call['params']): Fault | string {
  const decoded = decodedParams(params)
  return isFault(decoded) ? decoded : (decoded['name'] ?? '')
}

const newSnapshot = strictObject({ name: z.string() })

const rewindBody = strictObject({ to: z.union([z.string(), z.number()]) })

const shown = ({ name, seq, created, size }: Snapshot): ControlAnswer<'POST /_gamify/snapshots'> => ({
  name,
  seq,
  created: toIso(created),
  size,
})
