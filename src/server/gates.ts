import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import { type Fault, fault } from '../game/kernel/fault.ts'
import { memoize } from '../game/kernel/memoize.ts'
import { faultAnswer } from './answer.ts'
import type { Call, Wrapper } from './call.ts'

/** Returns a fault for a call that a page of another site makes. Programs send no origin, and pass. Spec 6.3 `forbidden_origin`. */
export function foreignOrigin(call: Call): Fault | undefined {
  const origin = call.header('origin')
  if (origin === undefined) return undefined
  const isOurs = URL.canParse(origin) && isLoopback(new URL(origin).hostname)
  return isOurs ? undefined : fault('forbidden_origin', { origin })
}

/**
 * Returns whether the page that makes a call came from the very address that the call is for. That address is on this
 * machine, because the host gate accepted it.
 */
export function isOfOwnPage(call: Call, scheme: 'http' | 'https'): boolean {
  const own = `${scheme}://${call.header('host')}`
  return URL.canParse(own) && new URL(own).origin === call.header('origin')
}

/** Refuses the calls of pages of other sites that the endpoint does not accept. Spec 6.3 `forbidden_origin`. */
export const originGate: Wrapper = (endpoint, mounted) => {
  const accepts = mounted?.acceptsOtherSites
  if (!accepts) return endpoint
  return (call) => {
    const foreign = foreignOrigin(call)
    return foreign && !accepts(call) ? faultAnswer(foreign) : endpoint(call)
  }
}

/** Accepts no call of a page of another site, for endpoints that need no token or that control the emulator. */
export const noOtherSite = (): boolean => false

/** Accepts the calls of the pages that the emulator itself serves under a public name, as the studio is. */
export const ownPages =
  (secure: boolean) =>
  (call: Call): boolean =>
    isOfOwnPage(call, secure ? 'https' : 'http')

/** The number of accepted Host headers that are remembered, so that most calls cost one look-up. */
const MAX_REMEMBERED = 100

/**
 * Returns the host of a call that is not meant for this emulator, or undefined if the call can pass. A page of another
 * site can make the name of that site point to this machine (DNS rebinding). Spec 6.3 "Control routes".
 */
export type HostGate = (req: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'url'>) => string | undefined

/** Creates a gate that accepts loopback names and the given names, which can be IPv6 addresses with or without brackets. */
export function hostGate(allowed: readonly string[]): HostGate {
  // '' means to listen on all addresses. It is not the name of a call without a host.
  const names = new Set(allowed.filter((name) => name !== '').map(bracketed))
  const isOurs = (name: string): boolean => isLoopback(name) || names.has(name)
  const passes = memoize((host) => isOurs(hostName(host)), { max: MAX_REMEMBERED, keep: (passed) => passed })
  return (req) => {
    const { host = '' } = req.headers
    const { url = '' } = req
    const second = secondHost(req.rawHeaders)
    if (second !== undefined) return `${host}, ${second}`
    // A request target with a host of its own takes precedence over the header, so both must pass.
    if (url.startsWith('/')) return passes(host) ? undefined : host
    const target = URL.canParse(url) ? new URL(url).host : undefined
    return [host, target].find((name) => name !== undefined && !passes(name))
  }
}

/** Node reports only the first of two Host headers, but a proxy may have looked at the second. */
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

/** Returns the name in a Host header in lower case, without port and final dot. */
export function hostName(host: string): string {
  const [, name = ''] = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(host) ?? []
  return name.toLowerCase().replace(/\.$/, '')
}

function bracketed(name: string): string {
  const lower = name.toLowerCase()
  return lower.includes(':') && !lower.startsWith('[') ? `[${lower}]` : lower
}

/** Returns whether a host name, without its port, can only mean this machine. */
export function isLoopback(name: string): boolean {
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || (isIPv4(name) && name.startsWith('127.'))
  )
}
