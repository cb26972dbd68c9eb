/** A request with a JSON body as it goes over the wire. */
export function requestText(method: string, target: string, authorization: string, body: string): string {
  const head = [
    `${method} ${target} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: ${authorization}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
