import type { IncomingMessage } from 'node:http'
import type { MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { noOtherSite } from '../gates.ts'
import { splitAddress } from '../node-call.ts'
import { CONTROL_PATH } from './control-endpoint.ts'

const PATH = `${CONTROL_PATH}/metrics`

/** Whether a request is for what a process knows by itself, whoever writes the game. */
export const isOfProcess = ({ url = '' }: Pick<IncomingMessage, 'url'>): boolean => splitAddress(url).path === PATH

/** `GET /metrics`: figures for Prometheus, in every state of the game. It needs no token, and has no ids. Spec 6.6. */
export function metricsRoute(context: ServerContext): MountedEndpoint {
  return {
    method: 'GET',
    path: PATH,
    acceptsOtherSites: noOtherSite,
    isOfProcess: true,
    endpoint: async () => {
      const { METRICS_TYPE, metricsText } = await import('./metrics-text.ts')
      return { status: 200, type: METRICS_TYPE, body: await metricsText(context) }
    },
  }
}
