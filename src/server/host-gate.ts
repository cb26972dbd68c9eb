import type { IncomingMessage } from 'node:http'
import { memoize } from '../game/kernel/memoize.ts'
import { isLoopback } from './loopback.ts'

/** So many headers that were let through are remembered, so that most calls cost a look-up. */
const MAX_REMEMBERED = 100

/**
 * Tells the host of a call that is not meant for this emulator: a page of another site that has its name point here.
 * Undefined where the call may pass. Spec 6.3 "Control routes", against DNS rebinding.
 */
export type HostGate = (req: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'url'>) => string | undefined

/** A gate for loopback names, and for the names given, which may be IPv6 addresses with or without brackets. */
export function hostGate(allowed: readonly string[]): HostGate {
  // To listen on '' is to listen on all addresses; it is not the name of a call that gives none.
  const names = new Set(allowed.filter((name) => name !== '').map(bracketed))
  const isOurs = (name: string): boolean => isLoopback(name) || names.has(name)
  const passes = memoize((host) => isOurs(nameIn(host)), { max: MAX_REMEMBERED, keep: (passed) => passed })
  return (req) => {
    const { host = '' } = req.headers
    const { url = '' } = req
    const more = secondHost(req.rawHeaders)
    if (more !== undefined) return `${host}, ${more}`
    // A target with a host of its own counts before the header, so both must pass.
    const target = url.startsWith('/') || !URL.canParse(url) ? undefined : new URL(url).host
    return [host, target].find((name) => name !== undefined && !passes(name))
  }
}

/** Of two Host headers Node shows the first alone, and who stands in between may have looked at the second. */
function secondHost(rawHeaders: readonly string[]): string | undefined {
  let seen = false
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue
    if (seen) return rawHeaders[i + 1]
    seen = true
  }
  return undefined
}

/** The name in a Host header: in lower case, without port and final dot. */
function nameIn(host: string): string {
  const [, name = ''] = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(host) ?? []
  return name.toLowerCase().replace(/\.$/, '')
}

function bracketed(name: string): string {
  const lower = name.toLowerCase()
  return lower.includes(':') && !lower.startsWith('[') ? `[${lower}]` : lower
}
