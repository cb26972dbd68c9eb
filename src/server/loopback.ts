import { isIPv4 } from 'node:net'

/** Whether a host name, without its port, can only mean this machine. */
export function isLoopback(name: string): boolean {
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || (isIPv4(name) && name.startsWith('127.'))
  )
}
