import { TimeSlice } from '../../async/time-slice.ts'
import { fault } from '../../game/kernel/fault.ts'
import type { Api } from '../../game/kernel/route.ts'
import type { DescribedRow } from '../../openapi/described-row.ts'
import { JSON_TYPE, faultAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { noOtherSite } from '../gates.ts'
import { kept, keptAnswer, type Kept } from '../kept-answer.ts'
import { once } from '../once.ts'
import type { Fields } from '../query.ts'
import { CONTROL_PATH } from './control-endpoint.ts'

/** The path of the document. */
export const OPENAPI_PATH = `${CONTROL_PATH}/openapi.json`

/** The version of the interface that is shown by default. */
const DEFAULT_API: Api = 'v2'

/** Returns the version of the interface that a query names, or undefined if there is no such version. */
export function apiIn({ version = DEFAULT_API }: Fields): Api | undefined {
  return version === 'v1' || version === 'v2' ? version : undefined
}

/** `GET /openapi.json?version=v1`: a version of the interface in OpenAPI 3.1. It needs no token. Spec 6.6. */
export function openApiRoute({ rows, version }: ServerContext): MountedEndpoint {
  const documents: Readonly<Record<Api, () => Promise<Kept>>> = {
    v1: once(() => describe('v1', rows, version)),
    v2: once(() => describe('v2', rows, version)),
  }
  return {
    method: 'GET',
    path: OPENAPI_PATH,
    acceptsOtherSites: noOtherSite,
    endpoint: async (call) => {
      const api = apiIn(call.query)
      return api === undefined ? faultAnswer(noVersion) : keptAnswer(await documents[api](), call)
    },
  }
}

/** The fault for a version that does not exist. */
export const noVersion = fault('invalid_request', { message: "The 'version' parameter must be v1 or v2" })

/** Makes the document in time slices when it is first requested, because that takes long and most games never need it. */
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
