/** The highest number of a port. */
export const MAX_PORT = 65_535

/** The address to call a server at, which speaks http unless told: where it listens on all addresses, the loopback one. */
export function addressOf(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}`
}
