import type { Wire } from './wire.ts'

/** A wire over HTTP that is loaded when it is first used: loading takes longer than most calls. */
export function httpWire(): Wire {
  let loaded: Promise<Wire> | undefined
  const load = async (): Promise<Wire> => (await import('./undici-wire.ts')).undiciWire()
  return {
    send: async (request) => (await (loaded ??= load())).send(request),
    open: async (request, signal) => (await (loaded ??= load())).open(request, signal),
    close: async () => (await loaded)?.close(),
  }
}
