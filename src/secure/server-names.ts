import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** What this machine is called by whoever is on it. */
const LOOPBACK = ['localhost', '127.0.0.1', '::1']

/** Addresses to listen on that nobody calls. */
const ALL_ADDRESSES: ReadonlySet<string> = new Set(['', '0.0.0.0', '::'])

/** Labels of letters of any script, digits, - and _; the underscore is in names of containers. */
const NAME = /^[\p{L}\p{M}\p{N}_-]{1,253}(?:\.[\p{L}\p{M}\p{N}_-]{1,253})*$/u

/** The names and addresses that a server's certificate is for: the loopback ones, and these as far as they are any. */
export function serverNames(names: readonly string[]): readonly string[] {
  const called = names.map(hostName).filter((name) => !ALL_ADDRESSES.has(name))
  return [...new Set([...LOOPBACK, ...called])]
}

/**
 * How a machine is called in a URL: an address without brackets and zone, or a name in ASCII, in lower case and without a
 * final dot. Empty where it is neither.
 */
export function hostName(name: string): string {
  const address = name.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (isIP(address) !== 0) return address.toLowerCase()
  const [plain = ''] = NAME.exec(name.replace(/\.$/, '')) ?? []
  return domainToASCII(plain)
}
