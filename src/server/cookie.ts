import type { Call } from './call.ts'

/** Returns the value of the cookie `name` that the browser sent for this very port; undefined if it sent none. */
export function cookieOf(call: Call, name: string): string | undefined {
  const begin = `${nameFor(call, name)}=`
  const cookies = call.header('cookie')?.split(';') ?? []
  return cookies
    .map((each) => each.trim())
    .find((each) => each.startsWith(begin))
    ?.slice(begin.length)
}

/** Returns the start of a `Set-Cookie` that scripts cannot read: name, value and path. */
export function cookieText(call: Call, name: string, value: string): string {
  return `${nameFor(call, name)}=${value}; Path=/; HttpOnly`
}

/** Browsers share the cookies of a host among all its ports, and another emulator may listen on the next port. */
function nameFor(call: Call, name: string): string {
  const [, port] = /:(\d{1,5})$/.exec(call.header('host') ?? '') ?? []
  return port === undefined ? name : `${name}-${port}`
}
