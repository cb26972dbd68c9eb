import { X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../game/kernel/instant.ts'
import { newAuthority, newServerIdentity } from './certificate.ts'
import { identityProblem } from './identity.ts'

const NOW_MS = Date.UTC(2030, 0, 1)
const read = ({ cert }: { readonly cert: string }): X509Certificate => new X509Certificate(cert)

describe('an authority', () => {
  test('signs itself, has a name of its own, and lasts for years', () => {
    const [one, other] = [read(newAuthority(NOW_MS)), read(newAuthority(NOW_MS))]
    expect(one).toMatchObject({ ca: true, issuer: one.subject })
    expect(one.subject).toMatch(/^CN=gamify development authority [0-9a-f]{8}$/)
    expect(one.subject).not.toBe(other.subject)
    expect(one.verify(one.publicKey)).toBe(true)
    expect(Date.parse(one.validFrom)).toBe(NOW_MS - DAY_MS)
    expect(Date.parse(one.validTo)).toBe(NOW_MS + 3650 * DAY_MS)
  })
})

describe('the certificate of a server', () => {
  const authority = newAuthority(NOW_MS)
  const names = ['localhost', 'box.test', '127.0.0.1', '::1']
  const identity = newServerIdentity(authority, names, NOW_MS)
  const certificate = read(identity)

  test('is by its authority, and signs nothing itself', () => {
    expect(certificate.checkIssued(read(authority))).toBe(true)
    expect(certificate.verify(read(authority).publicKey)).toBe(true)
    expect(certificate.verify(read(newAuthority(NOW_MS)).publicKey)).toBe(false)
    expect(certificate.ca).toBe(false)
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
    expect(identityProblem(identity, NOW_MS)).toBeUndefined()
  })

  test('is for the names and addresses that it was made for, and no others', () => {
    expect(certificate.checkHost('localhost')).toBe('localhost')
    expect(certificate.checkHost('box.test')).toBe('box.test')
    expect(certificate.checkHost('other.test')).toBeUndefined()
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1')
    expect(certificate.checkIP('::1')).toBe('::1')
    expect(certificate.checkIP('127.0.0.2')).toBeUndefined()
  })

  test('has a number of its own', () => {
    const numbers = Array.from({ length: 20 }, () => read(newServerIdentity(authority, names, NOW_MS)).serialNumber)
    expect(new Set(numbers).size).toBe(20)
  })

  test('lasts no longer than strict systems take, nor than its authority', () => {
    expect(Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)).toBeLessThanOrEqual(825 * DAY_MS)
    const late = read(newServerIdentity(authority, names, NOW_MS + 3600 * DAY_MS))
    expect(late.validTo).toBe(read(authority).validTo)
  })
})
