import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call } from './call.ts'
import { readNodeBody } from './node-body.ts'

/** Where a call leads: its path and query, still encoded, and the parts of the path that the route names. */
export interface Target {
  readonly path: string
  readonly search: string
  readonly params: Readonly<Record<string, string>>
}

/** A call that came over HTTP. */
export function nodeCall(req: IncomingMessage, res: ServerResponse, target: Target): Call {
  return {
    method: req.method ?? '',
    path: target.path,
    search: target.search,
    params: target.params,
    header: (name) => {
      const value = req.headers[name]
      return typeof value === 'string' ? value : undefined
    },
    body: () => readNodeBody(req, res),
    signal: () => closingOf(res),
  }
}

function closingOf(res: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (res.closed) controller.abort()
  else res.once('close', () => controller.abort())
  return controller.signal
}
