import * as z from 'zod'
import { isFault } from '../../game/kernel/fault.ts'
import { toIso } from '../../game/kernel/instant.ts'
import { strictObject } from '../../game/kernel/schema.ts'
import type { ControlAnswer } from '../../interface/control-answers.ts'
import { faultAnswer, jsonAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import { bodyOf } from '../input.ts'
import type { RowContext } from '../row-endpoint.ts'
import { CONTROL_PATH, controlEndpoint } from './control-endpoint.ts'
import { designIn, historyPositionIn } from './query-field.ts'

/** `POST /rewind`: the game as it was after an entry, or at a time. Spec 6.6. */
export function rewindRoute(context: RowContext): MountedEndpoint {
  return {
    method: 'POST',
    path: `${CONTROL_PATH}/rewind`,
    endpoint: controlEndpoint(context, async (call, runtime, fields) => {
      const options = designIn(fields)
      if (isFault(options)) return faultAnswer(options)
      const text = await call.body()
      if (typeof text !== 'string') return faultAnswer(text)
      const body = bodyOf(rewindSchema, text)
      if ('fault' in body) return faultAnswer(body)
      const to = historyPositionIn('to', String((body.value as z.output<typeof rewindBody>).to))
      if (isFault(to)) return faultAnswer(to)
      const rewound = await runtime.rewind(to, options)
      if (isFault(rewound)) return faultAnswer(rewound)
      return jsonAnswer(200, { ...rewound, now: toIso(rewound.now) } satisfies ControlAnswer<'POST /_gamify/rewind'>)
    }),
  }
}

const rewindBody = strictObject({ to: z.union([z.string(), z.number()]) })
const rewindSchema = () => rewindBody
