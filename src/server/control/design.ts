import * as z from 'zod'
import { emulatorCaller } from '../../emulator/session/timeline.ts'
import { isFault } from '../../game/kernel/fault.ts'
import { strictObject } from '../../game/kernel/schema.ts'
import type { ControlAnswer } from '../../interface/control-answers.ts'
import { faultAnswer, jsonAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import { bodyOf } from '../input.ts'
import type { RowContext } from '../row-endpoint.ts'
import { CONTROL_PATH, controlEndpoint } from './control-endpoint.ts'

type DesignAnswer = ControlAnswer<'GET /_gamify/design'>
type ShownProblem = DesignAnswer['problems'][number]

/** Something wrong in a file of a design; `path` is absent if it is wrong as a whole. */
type DesignFilesProblem = Omit<ShownProblem, 'path'> & Partial<Pick<ShownProblem, 'path'>>

/** What is known of the files of a design; all paths are absolute. */
export interface DesignFilesState extends Pick<DesignAnswer, 'directory' | 'loaded'> {
  /** What keeps the game from taking the files as they are now. */
  readonly problems: readonly DesignFilesProblem[]
}

/** `GET /design`: which design the runtime runs, what it lacks of `latest` though that was deployed once, and what there is of its files. Spec 6.6. */
export function designRoute(context: RowContext, stateOf: () => DesignFilesState): MountedEndpoint {
  return {
    method: 'GET',
    path: `${CONTROL_PATH}/design`,
    endpoint: controlEndpoint(context, async (_call, runtime, _fields, client) => {
      const hash = (await runtime.execute(readHash, undefined as never, emulatorCaller)) as string | null
      const undeployed = context.game.designs.undeployedDifferences(client.runtime)
      const { directory, loaded, problems } = stateOf()
      const answer: DesignAnswer = { directory, hash, loaded, problems: problems.map(shown) }
      return jsonAnswer(200, undeployed.length === 0 ? answer : { ...answer, undeployed })
    }),
  }
}

/** `GET /design/deployed`: the design that the runtime uses, which needs not be any version of it that still exists. Spec 6.6. */
export function deployedDesignRoute(context: RowContext): MountedEndpoint {
  return {
    method: 'GET',
    path: `${CONTROL_PATH}/design/deployed`,
    endpoint: controlEndpoint(context, async (_call, runtime) =>
      jsonAnswer(200, await runtime.execute(readSource, undefined as never, emulatorCaller)),
    ),
  }
}

/** `GET /design/versions`: the frozen versions and `latest`, each with what it changed since the one before. Spec 6.6. */
export function versionsRoute(context: RowContext): MountedEndpoint {
  return {
    method: 'GET',
    path: `${CONTROL_PATH}/design/versions`,
    endpoint: controlEndpoint(context, async () => jsonAnswer(200, await context.game.designs.versions())),
  }
}

/** `POST /design/reevaluate`: brings players in line with the rules of the design, or counts those who are not. Spec 6.6. */
export function reevaluateRoute(context: RowContext): MountedEndpoint {
  return {
    method: 'POST',
    path: `${CONTROL_PATH}/design/reevaluate`,
    endpoint: controlEndpoint(context, async (call, runtime, _fields, { client_id: client }) => {
      const text = await call.body()
      if (typeof text !== 'string') return faultAnswer(text)
      const body = bodyOf(reevaluateSchema, text)
      if ('fault' in body) return faultAnswer(body)
      const { dry_run: isDryRun = false } = body.value as z.output<typeof reevaluateBody>
      const done = await runtime.reevaluate({ caller: { client }, isDryRun })
      return isFault(done) ? faultAnswer(done) : jsonAnswer(200, done)
    }),
  }
}

const reevaluateBody = strictObject({ dry_run: z.boolean().optional() })
const reevaluateSchema = () => reevaluateBody

/** The hash of the design that a runtime runs; null before the first. Answered when the deployment of it is kept. */
const readHash = {
  kind: 'view',
  name: 'design.hash',
  view: ({ design }: { readonly design: string }) => (design === '' ? null : design),
} as const

const readSource = {
  kind: 'view',
  name: 'design.source',
  view: (_state: unknown, _input: unknown, { design }: { readonly design: { readonly source: object } }) =>
    design.source,
} as const

const shown = ({ file, line, column, kind, id, path = '', message }: DesignFilesProblem): ShownProblem => ({
  file,
  line,
  column,
  ...(kind === undefined ? {} : { kind }),
  ...(id === undefined ? {} : { id }),
  path,
  message,
})
