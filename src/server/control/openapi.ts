import { TimeSlice } from '../../async/time-slice.ts'
import { fault } from '../../game/kernel/fault.ts'
import type { Api } from '../../game/kernel/route.ts'
import type { DescribedRow } from '../../openapi/described-row.ts'
import { JSON_TYPE, faultAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import { kept, keptAnswer, type Kept } from '../kept-answer.ts'
import { once } from '../once.ts'
import { closedToOtherSites } from '../origin-gate.ts'
import { parseFields } from '../query.ts'
import { CONTROL_PATH } from './control-endpoint.ts'

/** Where the document stands. */
export const OPENAPI_PATH = `${CONTROL_PATH}/openapi.json`

/** The version of the interface that is shown where none is asked for. */
const DEFAULT_API: Api = 'v2'

/** The version that a query names; undefined for one that is none. */
export function apiIn(search: string): Api | undefined {
  const { version = DEFAULT_API } = parseFields(search)
  return version === 'v1' || version === 'v2' ? version : undefined
}

/** `GET /openapi.json?version=v1`: a version of the interface in OpenAPI 3.1; no token. Spec 6.6. */
export function openApiRoute(rows: readonly DescribedRow[], version: string): MountedEndpoint {
  const documents: Readonly<Record<Api, () => Promise<Kept>>> = {
    v1: once(() => describe('v1', rows, version)),
    v2: once(() => describe('v2', rows, version)),
  }
  return {
    method: 'GET',
    path: OPENAPI_PATH,
    endpoint: closedToOtherSites(async (call) => {
      const api = apiIn(call.search)
      return api === undefined ? faultAnswer(noVersion) : keptAnswer(await documents[api](), call)
    }),
  }
}

/** What is told of a version that there is not. */
export const noVersion = fault('invalid_request', { message: "The 'version' parameter must be v1 or v2" })

/** Made when first asked for, with turns for others: most games are never asked, and it takes long. */
async function describe(api: Api, rows: readonly DescribedRow[], version: string): Promise<Kept> {
  const { describeInSteps } = await import('../../openapi/document.ts')
  const steps = describeInSteps(api, rows, version)
  const slice = new TimeSlice()
  let step = steps.next()
  while (step.done !== true) {
    if (slice.over) await slice.next()
    step = steps.next()
  }
  return kept(JSON_TYPE, Buffer.from(JSON.stringify(step.value)))
}
