import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
} from '@peculiar/asn1-x509'
import { X509Certificate, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { DAY_MS } from '../game/kernel/instant.ts'
import type { Identity } from './identity.ts'

/** The lifetime of an authority, which people have to trust by hand. */
const AUTHORITY_MS = 3650 * DAY_MS

/**
 * The lifetime of a server's certificate. The strictest systems accept no longer one, even from a private authority.
 */
const SERVER_MS = 800 * DAY_MS

/** Lets clients whose clocks are a little behind accept a new certificate. */
const CLOCK_DIFFERENCE_MS = DAY_MS

const KEY_ID_BYTES = 20
const SERIAL_BYTES = 16
const COMMON_NAME = '2.5.4.3'
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'

/**
 * The contents of a certificate. It is written directly with the ASN.1 schemas, because `@peculiar/x509` needs a
 * polyfill that changes the global `Reflect`.
 */
interface Contents {
  /** The owner and the issuer, as names for people. */
  readonly subject: Name
  readonly issuer: Name
  /** In DER. */
  readonly publicKey: Buffer
  readonly validity: Validity
  readonly extensions: readonly Extension[]
}

/**
 * Creates a certificate authority, which only signs certificates of servers. Its name distinguishes it from others of
 * its kind.
 */
export function newAuthority(nowMs: number): Identity {
  const keys = newKeys()
  const name = nameOf(`gamify development authority ${randomBytes(4).toString('hex')}`)
  const validity = new Validity({
    notBefore: new Date(nowMs - CLOCK_DIFFERENCE_MS),
    notAfter: new Date(nowMs + AUTHORITY_MS),
  })
  const extensions = [
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }), true),
    extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.keyCertSign), true),
    extension(id_ce_subjectKeyIdentifier, keyId(keys.publicKey)),
  ]
  const contents = { subject: name, issuer: name, publicKey: keys.publicKey, validity, extensions }
  return { cert: signCertificate(contents, keys.privateKey), key: keys.privateKey }
}

/** Creates a certificate that an authority signs, for a server with these host names and IP addresses. */
export function newServerIdentity(authority: Identity, names: readonly string[], nowMs: number): Identity {
  const keys = newKeys()
  const known = new X509Certificate(authority.cert)
  const issuer = AsnConvert.parse(known.raw, Certificate).tbsCertificate.subject
  const issuerKey = known.publicKey.export({ type: 'spki', format: 'der' })
  const lastMs = Math.min(nowMs + SERVER_MS, Date.parse(known.validTo))
  const alternatives = new SubjectAlternativeName(
    names.map((name) => new GeneralName(isIP(name) === 0 ? { dNSName: name } : { iPAddress: name })),
  )
  const contents: Contents = {
    subject: nameOf('gamify'),
    issuer,
    publicKey: keys.publicKey,
    validity: new Validity({ notBefore: new Date(nowMs - CLOCK_DIFFERENCE_MS), notAfter: new Date(lastMs) }),
    extensions: [
      extension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), true),
      extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
      extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
      extension(id_ce_subjectAltName, alternatives),
      extension(id_ce_subjectKeyIdentifier, keyId(keys.publicKey)),
      extension(id_ce_authorityKeyIdentifier, new AuthorityKeyIdentifier({ keyIdentifier: keyId(issuerKey) })),
    ],
  }
  return { cert: signCertificate(contents, authority.key), key: keys.privateKey }
}

/** Creates a public key in DER and a private key in PEM. */
function newKeys(): { readonly publicKey: Buffer; readonly privateKey: string } {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}

/** Signs a certificate and returns it in PEM. */
function signCertificate({ subject, issuer, publicKey, validity, extensions }: Contents, privateKey: string): string {
  const algorithm = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 })
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: newSerial(),
    signature: algorithm,
    issuer,
    validity,
    subject,
    subjectPublicKeyInfo: AsnConvert.parse(publicKey, SubjectPublicKeyInfo),
    extensions: new Extensions([...extensions]),
  })
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(tbsCertificate)), privateKey)
  const certificate = new Certificate({
    tbsCertificate,
    signatureAlgorithm: algorithm,
    signatureValue: new Uint8Array(signature).buffer,
  })
  return new X509Certificate(Buffer.from(AsnConvert.serialize(certificate))).toString()
}

/** Creates a name for people. */
function nameOf(text: string): Name {
  const value = new AttributeValue({ utf8String: text })
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: COMMON_NAME, value })])])
}

function extension(id: string, content: unknown, critical = false): Extension {
  return new Extension({ extnID: id, critical, extnValue: new OctetString(AsnConvert.serialize(content)) })
}

/** Creates the identifier of an authority's key. */
function keyId(publicKey: Buffer): SubjectKeyIdentifier {
  return new SubjectKeyIdentifier(createHash('sha256').update(publicKey).digest().subarray(0, KEY_ID_BYTES))
}

/** Returns a positive serial number that no other certificate has. */
function newSerial(): ArrayBuffer {
  const bytes = new Uint8Array(randomBytes(SERIAL_BYTES))
  // A first byte within these bounds keeps the number positive, and its encoding minimal.
  bytes[0] = 0x40 | ((bytes[0] ?? 0) & 0x3f)
  return bytes.buffer
}
