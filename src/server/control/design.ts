import * as z from 'zod'
import { emulatorCaller } from '../../emulator/session/timeline.ts'
import { isFault } from '../../game/kernel/fault.ts'
import { toIso } from '../../game/kernel/instant.ts'
import { strictObject } from '../../game/kernel/schema.ts'
import type { ControlAnswer } from '../../interface/control-answers.ts'
import { resultAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import type { DesignFilesProblem, ServerContext } from '../context.ts'
import { controlRoute, listOf, readBody, readRoute } from './control-endpoint.ts'
import { entryIn } from './query-field.ts'

type DesignAnswer = ControlAnswer<'GET /_gamify/design'>

/**
 * `GET /design`, `GET /design/deployed`, `GET /design/versions`, `POST /design/reevaluate`, `GET /coverage`,
 * `DELETE /coverage` and `GET /checks`: the design of the runtime, its files and versions, what of it has been exercised,
 * and what must hold in it. Spec 6.6.
 */
export function designRoutes(context: ServerContext): readonly MountedEndpoint[] {
  return [
    controlRoute(context, 'GET /_gamify/design', async ({ runtime, client }) => {
      const hash = (await runtime.execute(readHash, undefined as never, emulatorCaller)) as DesignAnswer['hash']
      const undeployed = context.game.designs.undeployedDifferences(client.runtime)
      const { directory, loaded, problems } = context.designFiles()
      const answer: DesignAnswer = { directory, hash, loaded, problems: problems.map(shown) }
      return undeployed.length === 0 ? answer : { ...answer, undeployed: [...undeployed] }
    }),
    readRoute(
      context,
      'GET /_gamify/design/deployed',
      // The deployed design need not be a version that still exists.
      async ({ runtime }) =>
        (await runtime.execute(
          readSource,
          undefined as never,
          emulatorCaller,
        )) as ControlAnswer<'GET /_gamify/design/deployed'>,
    ),
    controlRoute(context, 'GET /_gamify/design/versions', () => context.game.designs.versions()),
    controlRoute(context, 'POST /_gamify/design/reevaluate', async ({ call, runtime, client }) => {
      const body = await readBody(call, () => reevaluateBody)
      if ('fault' in body) return body
      const { dry_run: isDryRun = false } = body.value
      return runtime.reevaluate({ caller: { client: client.client_id }, isDryRun })
    }),
    controlRoute(context, 'GET /_gamify/coverage', ({ runtime }) => runtime.coverage.read(), resultAnswer),
    controlRoute(context, 'DELETE /_gamify/coverage', ({ runtime }) => runtime.coverage.clear(), resultAnswer),
    controlRoute(context, 'GET /_gamify/checks', async ({ runtime, query }) => {
      const since = entryIn(query, 'since')
      if (isFault(since)) return since
      const { seq, checks } = await runtime.checks(since)
      const data = checks.map(({ id, violated }) => ({
        id,
        holds: violated === null,
        violated: violated && { ...violated, at: toIso(violated.at) },
      }))
      return { ...listOf(data), seq }
    }),
  ]
}

const reevaluateBody = strictObject({ dry_run: z.boolean().optional() })

/** The hash of the deployed design, or null before the first deployment. It is answered when that deployment is on disk. */
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

const shown = ({
  file,
  line,
  column,
  kind,
  id,
  path = '',
  message,
}: DesignFilesProblem): DesignAnswer['problems'][number] => ({
  file,
  line,
  column,
  ...(kind === undefined ? {} : { kind }),
  ...(id === undefined ? {} : { id }),
  path,
  message,
})
