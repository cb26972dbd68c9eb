import { X509Certificate, createPrivateKey, type KeyObject } from 'node:crypto'
import { createSecureContext } from 'node:tls'

/** The identity of a server: a certificate, with those that lead up to its authority, and its key, in PEM. */
export interface Identity {
  readonly cert: string
  readonly key: string
}

/** What is wrong with one half of an identity. The message follows its name: `is not a PEM certificate`. */
export interface IdentityProblem {
  readonly about: keyof Identity
  readonly message: string
}

/**
 * Describes why a server cannot use this identity; undefined if it can. Of several certificates, the first one counts.
 */
export function identityProblem({ cert, key }: Identity, nowMs: number): IdentityProblem | undefined {
  const certificate = orUndefined(() => new X509Certificate(cert))
  if (certificate === undefined) return { about: 'cert', message: 'is not a PEM certificate' }
  const ending = endingOf(certificate, nowMs)
  if (ending !== undefined) return { about: 'cert', message: ending }
  const privateKey = orUndefined(() => createPrivateKey(key))
  if (privateKey === undefined) return { about: 'key', message: wrongKey(key) }
  if (!certificate.checkPrivateKey(privateKey)) return { about: 'key', message: 'does not belong to the certificate' }
  const refusal = refusalOf({ cert, key: privateKey })
  return refusal === undefined ? undefined : { about: 'cert', message: `cannot be used: ${refusal}` }
}

function endingOf({ validFrom, validTo }: X509Certificate, nowMs: number): string | undefined {
  if (Date.parse(validTo) < nowMs) return `has expired, on ${validTo}`
  return Date.parse(validFrom) > nowMs ? `is not valid before ${validFrom}` : undefined
}

function wrongKey(key: string): string {
  return key.includes('ENCRYPTED')
    ? 'is encrypted; gamify needs a private key without a passphrase'
    : 'is not a PEM private key'
}

/** Returns what OpenSSL rejects, such as a key that is too short. */
function refusalOf(identity: { readonly cert: string; readonly key: KeyObject }): string | undefined {
  try {
    createSecureContext({ cert: identity.cert, key: identity.key.export({ type: 'pkcs8', format: 'pem' }) })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
