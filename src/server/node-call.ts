import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call } from './call.ts'
import { readNodeBody } from './node-body.ts'
import { withUpload } from './upload.ts'

/** Where a call leads: its path and query, still encoded, and the parts of the path that the route names. */
export interface Target {
  readonly path: string
  readonly search: string
  readonly params: Readonly<Record<string, string>>
}

/** A call that came over HTTP, to a server that stops when `stopping` is aborted. */
export function nodeCall(req: IncomingMessage, res: ServerResponse, target: Target, stopping: AbortSignal): Call {
  return {
    method: req.method ?? '',
    path: target.path,
    search: target.search,
    params: target.params,
    header: (name) => {
      const value = req.headers[name]
      return typeof value === 'string' ? value : undefined
    },
    body: () => readNodeBody(req, res, stopping),
    upload: (uploads, use) => withUpload(uploads, req, res, use),
    signal: () => goingOf(req, res),
  }
}

/** Who goes away ends its side first, and may never be heard of again: an answer without an end would wait for ever. */
function goingOf({ socket }: IncomingMessage, res: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const abort = (): void => {
    socket.off('end', abort)
    controller.abort()
  }
  if (res.closed || socket.readableEnded) abort()
  else {
    res.once('close', abort)
    socket.once('end', abort)
  }
  return controller.signal
}
