import { NoneReachable, UnreachableError } from '../client/service-error.ts'
import { CliError } from './cli-error.ts'
import { exitCode } from './exit-code.ts'

/** What TLS reports if the answer is not TLS. */
const NOT_TLS = /wrong version number|packet length too long/

/** Errors of a connection that was accepted and then closed. */
const CUT_OFF: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])

/** Errors of Node for certificates without a trusted authority. */
const UNTRUSTED: ReadonlySet<string> = new Set([
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** Returns the address that could not be reached, if that is the cause of an error. */
export const unreachableAddress = ({ cause }: CliError): string | undefined =>
  cause instanceof UnreachableError ? cause.url : undefined

/** Explains why the service could not be reached, with advice. */
export function unreachableError(error: UnreachableError): CliError {
  const [message, ...advice] = error instanceof NoneReachable ? attemptsText(error) : attemptText(error)
  return new CliError(message, { code: 'unreachable', exitCode: exitCode.unreachable, advice, cause: error })
}

/** Returns what happened at each address, and what to do about any of it. */
function attemptsText({ attempts }: NoneReachable): readonly [string, ...string[]] {
  const texts = attempts.map(attemptText)
  const list = texts.map(([what]) => `  ${what}`)
  const advice = new Set(texts.flatMap(([, ...each]) => each))
  return [['the service could not be reached:', ...list].join('\n'), ...advice]
}

/** Returns what happened at one address, and what to do. */
function attemptText(error: UnreachableError): readonly [string, ...string[]] {
  const { url, cause } = error
  // After a semicolon, Node suggests flags for its own start.
  const reason = cause instanceof Error ? (cause.message || cause.name).replace(/;.*$/s, '') : ''
  return (
    causeText(url, reason, codeOf(cause)) ?? [
      `${error.message}${reason === '' ? '' : ` (${reason})`}`,
      "start an emulator with 'gamify serve', or set another address with --url or GAMIFY_URL",
    ]
  )
}

/** Returns the cause and what to do; undefined if only the message of Node is known. */
function causeText(url: string, reason: string, code: string): readonly [string, ...string[]] | undefined {
  if (NOT_TLS.test(reason)) return [`${url} does not serve HTTPS`, `did you mean '${url.replace(/^https/i, 'http')}'?`]
  if (UNTRUSTED.has(code)) {
    return [
      `the certificate of ${url} is not trusted (${reason})`,
      'the emulator prints the file to trust when it starts: set NODE_EXTRA_CA_CERTS to it,',
      'or run the command in the project that it serves',
    ]
  }
  if (CUT_OFF.has(code)) {
    return [
      `${url} closed the connection (${reason})`,
      "run 'gamify fault list' to see whether a fault rule did this; if that gets no answer, the emulator has stopped",
    ]
  }
  if (code !== 'ERR_TLS_CERT_ALTNAME_INVALID') return undefined
  return [
    `the certificate of ${url} is for other names (${reason})`,
    'use one of those names, or start the emulator with --allow-host NAME',
  ]
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
