import { JetStreamApiError } from '@nats-io/jetstream'
import { errors } from '@nats-io/transport-node'
import { StorageError } from '../storage-error.ts'

/** The codes of errors that JetStream answers with. */
export const WRONG_LAST_SEQUENCE = [10_071, 10_164]
export const NO_STREAM = 10_059
export const NO_MESSAGE = 10_037
export const STREAM_EXISTS = 10_058
const NOT_AVAILABLE = 10_008
export const PURGE_FAILED = 10_110
export const NO_PEERS = 10_005
export const TOO_FEW_SERVERS = [NO_PEERS, 10_074]

/** How long the servers are waited for at the start, in ms. */
const START_MS = 15_000

/** The code of an error that JetStream answered with. */
export const codeOf = (error: unknown): number | undefined =>
  error instanceof JetStreamApiError ? error.code : undefined

/** What an error says. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Tries for a while, because the servers may be starting as well, or choosing a leader. Throws StorageError, and errors that
 * JetStream answers with, but for those whose code will pass.
 */
export async function keepTrying<T>(
  addresses: string,
  attempt: () => Promise<T>,
  willPass: (code: number) => boolean = () => false,
): Promise<T> {
  const untilMs = performance.now() + START_MS
  for (;;) {
    try {
      return await attempt()
    } catch (cause) {
      if (cause instanceof errors.AuthorizationError || cause instanceof errors.UserAuthenticationExpiredError)
        throw new StorageError(
          `The log servers ${addresses} refuse the credentials. Set GAMIFY_NATS_CREDS to the file of the credentials of this game`,
          { cause },
        )
      const untrusted = adviceOnCertificate(cause)
      if (untrusted !== undefined)
        throw new StorageError(
          `The certificate of the log servers ${addresses} cannot be trusted: ${reasonOf(cause)}. ${untrusted}`,
          { cause },
        )
      const refusal = refusalIn(cause)
      if (refusal) throw new StorageError(refused(addresses, refusal), { cause })
      const code = codeOf(cause)
      const isPassing = code === undefined || code === NOT_AVAILABLE || willPass(code)
      if (cause instanceof StorageError || !isPassing) throw cause
      if (performance.now() > untilMs) throw new StorageError(unreachable(addresses, cause), { cause })
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

type PermissionViolation = InstanceType<typeof errors.PermissionViolationError>

/** Says what to do about a certificate of a server that was refused here, which will not pass. */
function adviceOnCertificate(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // The client takes no address for a name.
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'Use the names of the servers that are in their certificates, and no IP addresses'
  if (code.startsWith('CERT_')) return 'Renew it'
  return /SELF_SIGNED|UNABLE_TO/.test(code)
    ? 'Set GAMIFY_NATS_CA to the file of the authority that signed it'
    : undefined
}

/** Returns the refusal to use a subject that is behind an error. */
export function refusalIn(error: unknown): PermissionViolation | undefined {
  if (error instanceof errors.PermissionViolationError) return error
  return error instanceof Error && error.cause !== undefined ? refusalIn(error.cause) : undefined
}

/** Says which subject the servers do not let a connection use. */
export function refused(addresses: string, { operation, subject }: PermissionViolation): string {
  const use = operation === 'publish' ? 'publish to' : 'subscribe to'
  // What follows the name of a stream or of its blobs is new each time.
  const all = subject.replace(/^(\$.*?\bgamify-[^.]+)\..+$/, '$1.>')
  return `The log servers ${addresses} do not let the user of this connection ${use} ${all}. Add that to the user's permissions`
}

function unreachable(addresses: string, cause: unknown): string {
  if ((cause instanceof Error && cause.name === 'JetStreamNotEnabled') || codeOf(cause) === NOT_AVAILABLE)
    return `The log servers ${addresses} do not offer JetStream: ${reasonOf(cause)}. Start them with a "jetstream" section in their configuration, and more than half of them`
  return `The log servers ${addresses} cannot be reached: ${reasonOf(cause)}`
}
