import * as z from 'zod'
import type { ClockChange, ClockReading } from '../../emulator/session/clock.ts'
import { parseDuration } from '../../game/kernel/duration.ts'
import { type Fault, fault, invalid, isFault } from '../../game/kernel/fault.ts'
import { parseInstant, toIso } from '../../game/kernel/instant.ts'
import { strictObject } from '../../game/kernel/schema.ts'
import type { ControlAnswer } from '../../interface/control-answers.ts'
import type { MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { controlRoute, readBody } from './control-endpoint.ts'

/** `GET /clock` and `PATCH /clock`: the clock of the runtime. Spec 6.6. */
export function clockRoutes(context: ServerContext): readonly MountedEndpoint[] {
  return [
    controlRoute(context, 'GET /_gamify/clock', async ({ runtime }) => shown(await runtime.clock.read())),
    controlRoute(context, 'PATCH /_gamify/clock', async ({ call, runtime }) => {
      const body = await readBody(call, () => changeBody)
      if ('fault' in body) return body
      const change = changeIn(body.value)
      if (isFault(change)) return change
      const reading = await runtime.clock.change(change)
      return isFault(reading) ? reading : shown(reading)
    }),
  ]
}

const shown = ({ now, frozen }: ClockReading): ControlAnswer<'GET /_gamify/clock'> => ({ now: toIso(now), frozen })

const changeBody = strictObject({
  now: z.union([z.string(), z.number()]).optional(),
  advance: z.string().optional(),
  frozen: z.boolean().optional(),
})

function changeIn({ now, advance, frozen }: z.output<typeof changeBody>): Fault | ClockChange {
  if (now !== undefined && advance !== undefined) {
    return invalid([{ path: 'advance', message: "expected either 'now' or 'advance', not both" }])
  }
  const at = now === undefined ? undefined : parseInstant(String(now))
  if (now !== undefined && at === undefined) return fault('invalid_date', { name: 'now' })
  const advanceMs = advance === undefined ? undefined : parseDuration(advance)
  if (advance !== undefined && advanceMs === undefined) {
    return invalid([{ path: 'advance', message: 'expected a duration such as "90m", "1d" or "PT90M"' }])
  }
  return { now: at, advanceMs, frozen }
}
