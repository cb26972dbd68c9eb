import { isRecord } from '../game/kernel/is-record.ts'
import { sameText, signatureOf } from './signature.ts'

/** What a JWT says: a JSON object. */
export type JwtClaims = Readonly<Record<string, unknown>>

/** The one algorithm that is taken: HMAC with SHA-256. Spec 5.1. */
const ALGORITHM = 'HS256'

/** Signs claims with a client's secret. */
export function signJwt(claims: JwtClaims, secret: string): string {
  const signed = [{ alg: ALGORITHM, typ: 'JWT' }, claims].map(encoded).join('.')
  return `${signed}.${signatureOf(signed, secret)}`
}

/**
 * The claims of a JWT that was signed with this secret; undefined for any other text, and where its header names another
 * algorithm, or something that has to be understood (`crit`) and is not.
 */
export function readJwt(token: string, secret: string): JwtClaims | undefined {
  const [header, payload, signature, ...rest] = token.split('.')
  if (header === undefined || payload === undefined || signature === undefined || rest.length > 0) return undefined
  if (!sameText(signature, signatureOf(`${header}.${payload}`, secret))) return undefined
  const { alg, crit } = objectIn(header) ?? {}
  return alg === ALGORITHM && crit === undefined ? objectIn(payload) : undefined
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

function objectIn(part: string): JwtClaims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return isRecord(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
