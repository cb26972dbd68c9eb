import * as z from 'zod'
import type { ClockChange, ClockReading } from '../../emulator/session/clock.ts'
import { parseDuration } from '../../game/kernel/duration.ts'
import type { Fault } from '../../game/kernel/fault.ts'
import { fault, invalid, isFault } from '../../game/kernel/fault.ts'
import { parseInstant, toIso } from '../../game/kernel/instant.ts'
import { strictObject } from '../../game/kernel/schema.ts'
import type { ControlAnswer } from '../../interface/control-answers.ts'
import type { Answer } from '../answer.ts'
import { faultAnswer, jsonAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import { bodyOf } from '../input.ts'
import type { RowContext } from '../row-endpoint.ts'
import { CONTROL_PATH, controlEndpoint } from './control-endpoint.ts'

/** `GET /clock` and `PATCH /clock`: the runtime's own clock. Spec 6.6. */
export function clockRoutes(context: RowContext): readonly MountedEndpoint[] {
  const path = `${CONTROL_PATH}/clock`
  return [
    {
      method: 'GET',
      path,
      endpoint: controlEndpoint(context, async (_call, { clock }) => clockAnswer(await clock.read())),
    },
    {
      method: 'PATCH',
      path,
      endpoint: controlEndpoint(context, async (call, { clock }) => {
        const text = await call.body()
        if (typeof text !== 'string') return faultAnswer(text)
        const body = bodyOf(changeSchema, text)
        if ('fault' in body) return faultAnswer(body)
        const change = changeIn(body.value as ChangeBody)
        if (isFault(change)) return faultAnswer(change)
        const reading = await clock.change(change)
        return isFault(reading) ? faultAnswer(reading) : clockAnswer(reading)
      }),
    },
  ]
}

const clockAnswer = ({ now, frozen }: ClockReading): Answer =>
  jsonAnswer(200, { now: toIso(now), frozen } satisfies ControlAnswer<'GET /_gamify/clock'>)

const changeBody = strictObject({
  now: z.union([z.string(), z.number()]).optional(),
  advance: z.string().optional(),
  frozen: z.boolean().optional(),
})
type ChangeBody = z.output<typeof changeBody>
const changeSchema = () => changeBody

function changeIn({ now, advance, frozen }: ChangeBody): Fault | ClockChange {
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
