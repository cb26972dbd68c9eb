import type { MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { noOtherSite } from '../gates.ts'
import { CONTROL_PATH } from './control-endpoint.ts'

/** `GET /metrics`: figures for Prometheus, in every state of the game. It needs no token, and has no ids. Spec 6.6. */
export function metricsRoute(context: ServerContext): MountedEndpoint {
  return {
    method: 'GET',
    path: `${CONTROL_PATH}/metrics`,
    acceptsOtherSites: noOtherSite,
    isOfProcess: true,
    endpoint: async () => {
      const { METRICS_TYPE, metricsText } = await import('./metrics-text.ts')
      return { status: 200, type: METRICS_TYPE, body: await metricsText(context) }
    },
  }
}
