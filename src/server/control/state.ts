import type { Arrived } from '../../emulator/runtime.ts'
import type { Timeline } from '../../emulator/session/timeline.ts'
import type { Fault } from '../../game/kernel/fault.ts'
import { isFault } from '../../game/kernel/fault.ts'
import type { ControlAnswer } from '../../interface/control-answers.ts'
import type { Answer } from '../answer.ts'
import { faultAnswer, jsonAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import { BrokenBody } from '../incoming-stream.ts'
import type { RowContext } from '../row-endpoint.ts'
import { CONTROL_PATH, controlEndpoint, type ControlHandler } from './control-endpoint.ts'
import { designIn, flagIn } from './query-field.ts'

/** Plays on a game that has just begun, before anybody else can call. A fault tells what of it was refused. */
export type Seeding = (game: Timeline) => Promise<Fault | void>

/** What is brought in with a reset, read anew each time; a fault where it cannot be. Spec 6.6 `?seed=true`. */
export type SeedsReader = () => Promise<Fault | Seeding>

/** `GET /state`, `PUT /state` and `DELETE /state`: the whole runtime, out, in, and begun anew. Spec 6.6. */
export function stateRoutes(context: RowContext, seeds: SeedsReader): readonly MountedEndpoint[] {
  const path = `${CONTROL_PATH}/state`
  const at = (method: MountedEndpoint['method'], handler: ControlHandler): MountedEndpoint => ({
    method,
    path,
    endpoint: controlEndpoint(context, handler),
  })
  return [
    at('GET', async (_call, { clock }, fields, client) => {
      const history = flagIn(fields, 'history', true)
      if (isFault(history)) return faultAnswer(history)
      // A runtime that has stopped says so before anything goes out.
      await clock.read()
      const body = context.game.whole(client.runtime).export({ history })
      return { status: 200, type: 'application/x-ndjson; charset=utf-8', body }
    }),
    at('PUT', async (call, _runtime, fields, client) => {
      const options = designIn(fields)
      if (isFault(options)) return faultAnswer(options)
      const bytes = call.stream()
      if (isFault(bytes)) return faultAnswer(bytes)
      try {
        return toAnswer(await context.game.whole(client.runtime).import(bytes, options))
      } catch (error) {
        if (error instanceof BrokenBody) return faultAnswer(error.fault)
        throw error
      }
    }),
    at('DELETE', async (_call, runtime, fields) => {
      const seeded = flagIn(fields, 'seed', false)
      if (isFault(seeded)) return faultAnswer(seeded)
      const seed = seeded ? await seeds() : undefined
      if (isFault(seed)) return faultAnswer(seed)
      return toAnswer(await runtime.reset(seed ? { seed } : {}))
    }),
  ]
}

function toAnswer(arrived: Fault | Arrived): Answer {
  if (isFault(arrived)) return faultAnswer(arrived)
  const { seq, players, snapshot, design } = arrived
  return jsonAnswer(200, { seq, players, snapshot, design } satisfies ControlAnswer<'PUT /_gamify/state'>)
}
