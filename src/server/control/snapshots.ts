import * as z from 'zod'
import type { Snapshot } from '../../emulator/time-travel/snapshots.ts'
import { isFault, type Fault } from '../../game/kernel/fault.ts'
import { toIso } from '../../game/kernel/instant.ts'
import { strictObject } from '../../game/kernel/schema.ts'
import type { ControlAnswer } from '../../interface/control-answers.ts'
import { faultAnswer, jsonAnswer } from '../answer.ts'
import type { Call, MountedEndpoint } from '../call.ts'
import { bodyOf, decodedParams } from '../input.ts'
import type { RowContext } from '../row-endpoint.ts'
import { CONTROL_PATH, controlEndpoint, type ControlHandler } from './control-endpoint.ts'
import { restoreOptionsIn } from './query-field.ts'

/**
 * `GET /snapshots`, `POST /snapshots`, `POST /snapshots/:name/restore` and `DELETE /snapshots/:name`: snapshots of the
 * runtime's game. Spec 6.6.
 */
export function snapshotRoutes(context: RowContext): readonly MountedEndpoint[] {
  const path = `${CONTROL_PATH}/snapshots`
  const at = (method: MountedEndpoint['method'], under: string, handler: ControlHandler): MountedEndpoint => ({
    method,
    path: `${path}${under}`,
    endpoint: controlEndpoint(context, handler),
  })
  return [
    at('GET', '', async (_call, { snapshots: points }) => {
      const data = (await points.list()).map(shown)
      return jsonAnswer(200, { data, total: data.length })
    }),
    at('POST', '', async (call, { snapshots: points }) => {
      const text = await call.body()
      if (typeof text !== 'string') return faultAnswer(text)
      const body = bodyOf(newSchema, text)
      if ('fault' in body) return faultAnswer(body)
      const snapshot = await points.save((body.value as z.output<typeof newBody>).name)
      return isFault(snapshot) ? faultAnswer(snapshot) : jsonAnswer(200, shown(snapshot))
    }),
    at('POST', '/:name/restore', async (call, { snapshots: points }, fields) => {
      const options = restoreOptionsIn(fields)
      if (isFault(options)) return faultAnswer(options)
      // Nothing in it is wanted, but a call that does not come whole must change nothing.
      const text = await call.body()
      if (typeof text !== 'string') return faultAnswer(text)
      const name = nameIn(call.params)
      const restored = isFault(name) ? name : await points.restore(name, options)
      if (isFault(restored)) return faultAnswer(restored)
      return jsonAnswer(200, {
        ...restored,
        now: toIso(restored.now),
      } satisfies ControlAnswer<'POST /_gamify/snapshots/:name/restore'>)
    }),
    at('DELETE', '/:name', async ({ params }, { snapshots: points }) => {
      const name = nameIn(params)
      const deleted = isFault(name) ? name : await points.delete(name)
      return isFault(deleted) ? faultAnswer(deleted) : jsonAnswer(200, deleted)
    }),
  ]
}

/** The name of a snapshot in a path, as the caller meant it. */
function nameIn(params: Call['params']): Fault | string {
  const decoded = decodedParams(params)
  return isFault(decoded) ? decoded : (decoded['name'] ?? '')
}

const newBody = strictObject({ name: z.string() })
const newSchema = () => newBody

const shown = ({ name, seq, created, size }: Snapshot): ControlAnswer<'POST /_gamify/snapshots'> => ({
  name,
  seq,
  created: toIso(created),
  size,
})
