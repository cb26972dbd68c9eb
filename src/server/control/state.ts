import { isFault, type Fault } from '../../game/kernel/fault.ts'
import type { ControlAnswer } from '../../interface/control-answers.ts'
import { faultAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { BrokenBody } from '../incoming-stream.ts'
import { controlEndpoint, controlRoute } from './control-endpoint.ts'
import { designIn, flagIn } from './query-field.ts'

/** `GET /state`, `PUT /state` and `DELETE /state`: exports, imports and resets the whole runtime. Spec 6.6. */
export function stateRoutes(context: ServerContext): readonly MountedEndpoint[] {
  const { game, seeds } = context
  const exported = controlEndpoint(context, 'GET /_gamify/state', async ({ runtime, query, client }) => {
    const history = flagIn(query, 'history', true)
    if (isFault(history)) return faultAnswer(history)
    // A runtime that has stopped rejects here, before any of the answer goes out.
    await runtime.clock.read()
    const body = game.whole(client.runtime).export({ history })
    return { status: 200, type: 'application/x-ndjson; charset=utf-8', body }
  })
  return [
    { ...exported, followerAnswers: () => true },
    controlRoute(context, 'PUT /_gamify/state', async ({ call, query, client }) => {
      const options = designIn(query)
      if (isFault(options)) return options
      const bytes = call.stream()
      if (isFault(bytes)) return bytes
      try {
        return shown(await game.whole(client.runtime).import(bytes, options))
      } catch (error) {
        if (error instanceof BrokenBody) return error.fault
        throw error
      }
    }),
    controlRoute(context, 'DELETE /_gamify/state', async ({ runtime, query }) => {
      const isSeeded = flagIn(query, 'seed', false)
      if (isFault(isSeeded)) return isSeeded
      const seed = isSeeded ? await seeds() : undefined
      if (isFault(seed)) return seed
      return shown(await runtime.reset(seed ? { seed } : {}))
    }),
  ]
}

type StateAnswer = ControlAnswer<'PUT /_gamify/state'>

/** Returns the documented fields only: an import and a reset can also have `upgrade_removed`, which is not documented. */
function shown(arrived: Fault | StateAnswer): Fault | StateAnswer {
  if (isFault(arrived)) return arrived
  const { seq, players, snapshot, design } = arrived
  return { seq, players, snapshot, design }
}
