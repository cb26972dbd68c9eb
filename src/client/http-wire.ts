import type { Wire } from './wire.ts'

/** A wire over HTTP, which trusts this certificate authority (PEM) besides those that Node trusts, and is loaded when it is first used: loading takes longer than most calls. */
export function httpWire(authority?: string): Wire {
  let loaded: Promise<Wire> | undefined
  const load = async (): Promise<Wire> => (await import('./undici-wire.ts')).undiciWire({ authority })
  return {
    send: async (request, signal) => (await (loaded ??= load())).send(request, signal),
    open: async (request, signal) => (await (loaded ??= load())).open(request, signal),
    close: async () => (await loaded)?.close(),
  }
}
