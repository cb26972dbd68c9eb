import { faultAnswer } from '../../answer.ts'
import type { Endpoint, MountedEndpoint } from '../../call.ts'
import { keptAnswer } from '../../kept-answer.ts'
import { once } from '../../once.ts'
import { closedToOtherSites } from '../../origin-gate.ts'
import { apiIn, noVersion } from '../openapi.ts'
import { readLibrary } from './library.ts'
import { docsPage } from './page.ts'
import { pageScript } from './page-script.ts'
import { DOCS_PATH, LIBRARY_PATH, SCRIPT_PATH } from './paths.ts'

/** `GET /docs?version=v1`: a reference to read, made of the document by redoc; no token. Spec 6.6. */
export function docsRoutes(): readonly MountedEndpoint[] {
  const library = once(readLibrary)
  const at = (path: string, endpoint: Endpoint): MountedEndpoint => ({
    method: 'GET',
    path,
    endpoint: closedToOtherSites(endpoint),
  })
  return [
    at(DOCS_PATH, (call) => {
      const api = apiIn(call.search)
      return api === undefined ? faultAnswer(noVersion) : docsPage(api)
    }),
    at(SCRIPT_PATH, (call) => keptAnswer(pageScript, call)),
    at(LIBRARY_PATH, async (call) => keptAnswer(await library(), call)),
  ]
}
