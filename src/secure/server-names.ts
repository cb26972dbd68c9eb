import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** The names of this machine for clients that run on it. */
const LOOPBACK = ['localhost', '127.0.0.1', '::1']

/** Addresses to listen on that are not names of a server. */
const ALL_ADDRESSES: ReadonlySet<string> = new Set(['', '0.0.0.0', '::'])

/** Labels of letters of any script, digits, - and _. Names of containers can have underscores. */
const NAME = /^[\p{L}\p{M}\p{N}_-]{1,253}(?:\.[\p{L}\p{M}\p{N}_-]{1,253})*$/u

/** Returns the names and addresses for a server's certificate: the loopback ones, and the valid ones of `names`. */
export function serverNames(names: readonly string[]): readonly string[] {
  const called = names.map(hostName).filter((name) => !ALL_ADDRESSES.has(name))
  return [...new Set([...LOOPBACK, ...called])]
}

/**
 * Returns the name of a machine as in a URL: an address without brackets and zone, or a name in ASCII, in lower case
 * and without a trailing dot. Returns an empty text if it is neither.
 */
export function hostName(name: string): string {
  const address = name.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (isIP(address) !== 0) return address.toLowerCase()
  const [plain = ''] = NAME.exec(name.replace(/\.$/, '')) ?? []
  return domainToASCII(plain)
}
