import { createHash, createHmac } from 'node:crypto'

/**
 * Signatures of Amazon's version 4, written from its documentation for the test server alone: the program signs with a
 * library, and a mistake that both make would go unseen.
 */

/** A request as it arrives. */
export interface SignedRequest {
  readonly method: string
  /** The path and the query, as they were sent. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** What a signature says of itself. */
interface Authorization {
  readonly keyId: string
  readonly date: string
  readonly region: string
  readonly service: string
  readonly signedHeaders: readonly string[]
  readonly signature: string
}

/** Reads the header `Authorization`. Returns undefined if it has another form. */
export function readAuthorization(header: string | undefined): Authorization | undefined {
  const fields =
    /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/([^/,]+)\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      header ?? '',
    )
  if (!fields) return undefined
  const [, keyId = '', date = '', region = '', service = '', names = '', signature = ''] = fields
  return { keyId, date, region, service, signedHeaders: names.split(';'), signature }
}

/** Returns the signature that a request must have. */
export function signatureOf(
  { method, target, headers }: SignedRequest,
  { date, region, service, signedHeaders }: Omit<Authorization, 'keyId' | 'signature'>,
  secret: string,
): string {
  const [path = '', query = ''] = splitOnce(target, '?')
  const canonicalRequest = [
    method,
    path.split('/').map(recoded).join('/'),
    query
      .split('&')
      .filter((part) => part !== '')
      .map((part) => splitOnce(part, '=').map(recoded))
      .map(([name = '', value = '']) => `${name}=${value}`)
      .sort(byBytes)
      .join('&'),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = [date, region, service, 'aws4_request']
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope.join('/'), sha256(canonicalRequest)].join('\n')
  const key = scope.reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${secret}`)
  return hmac(key, toSign).toString('hex')
}

/** The sum of a body, as `x-amz-content-sha256` has it. */
export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

function splitOnce(text: string, at: string): readonly string[] {
  const index = text.indexOf(at)
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + at.length)]
}

/** Encodes each byte but those of letters, digits, hyphen, dot, underscore and tilde. */
const recoded = (text: string): string =>
  Array.from(Buffer.from(decodeURIComponent(text)), (byte) =>
    /[A-Za-z0-9._~-]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('')

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
