import { resultAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import type { RowContext } from '../row-endpoint.ts'
import { CONTROL_PATH, controlEndpoint } from './control-endpoint.ts'

/** `GET /coverage` and `DELETE /coverage`: what of the design has been exercised; deleting answers what was. Spec 6.6. */
export function coverageRoutes(context: RowContext): readonly MountedEndpoint[] {
  const path = `${CONTROL_PATH}/coverage`
  return [
    {
      method: 'GET',
      path,
      endpoint: controlEndpoint(context, async (_call, { coverage }) => resultAnswer(await coverage.read())),
    },
    {
      method: 'DELETE',
      path,
      endpoint: controlEndpoint(context, async (_call, { coverage }) => resultAnswer(await coverage.clear())),
    },
  ]
}
