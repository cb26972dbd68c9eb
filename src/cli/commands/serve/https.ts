import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DAY_MS } from '../../../game/kernel/instant.ts'
import { authorityFiles } from '../../../secure/authority-files.ts'
import type { Identity } from '../../../secure/identity.ts'
import type { Server } from '../../../server/server.ts'
import type { FileSystem } from '../../../storage/fs.ts'
import { orStorageFailure } from '../../../storage/storage-error.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { writeFile } from '../../write-file.ts'
import type { Log } from './log.ts'
import { withStartErrors } from './start-errors.ts'

/** The size limit of certificate and key files. */
const MAX_BYTES = 1024 * 1024

/** The interval at which a server gets a new certificate from our own authority, long before the old one expires. */
const RENEWAL_MS = 7 * DAY_MS

/** The values of the flags of `gamify serve` that are about HTTPS. */
export interface HttpsFlags {
  readonly https: boolean
  readonly cert: string | undefined
  readonly key: string | undefined
}

/** How to serve HTTPS: with the files of `--cert` and `--key`, or with an authority of our own. */
export interface HttpsPlan {
  readonly given: Identity | undefined
}

/** Plans HTTPS from the flags; undefined means plain HTTP. Throws a usage error if they are not valid. Spec 6.3. */
export async function planHttps({ https, cert, key }: HttpsFlags, { io }: Shell): Promise<HttpsPlan | undefined> {
  if (!https && cert === undefined && key === undefined) return undefined
  if (!https) throw usageError('--cert and --key need --https', 'add --https')
  if (cert === undefined && key === undefined) return { given: undefined }
  if (cert === undefined || key === undefined)
    throw usageError('--cert and --key only work together', 'pass both --cert FILE and --key FILE, or neither')
  const given = {
    cert: await readPem(`--cert ${cert}`, resolve(io.cwd, cert), io.files),
    key: await readPem(`--key ${key}`, resolve(io.cwd, key), io.files),
  }
  const { identityProblem } = await import('../../../secure/identity.ts')
  const problem = identityProblem(given, io.now())
  if (problem === undefined) return { given }
  throw usageError(`${problem.about === 'cert' ? `--cert ${cert}` : `--key ${key}`} ${problem.message}`)
}

async function readPem(flag: string, path: string, files: FileSystem): Promise<string> {
  const bytes = await files.readFile(path, MAX_BYTES).catch((error: unknown) => {
    throw usageError(`cannot read ${flag}: ${error instanceof Error ? error.message : String(error)}`)
  })
  if (bytes === undefined) throw usageError(`${flag}: no such file`)
  return bytes.toString()
}

/** What is needed to serve HTTPS. */
export interface Https {
  readonly identity: Identity
  /** The path of the certificate of our own authority, which clients must trust; absolute. */
  readonly authority: string | undefined
  /** Renews the certificate of the server regularly. */
  renewFor(server: Server): void
  close(): Promise<void>
}

/** What the parts of a plan to serve say about HTTPS. */
interface PlannedServer {
  readonly https: HttpsPlan | undefined
  readonly host: string
  readonly allowedHosts: readonly string[]
  /** Absolute; undefined keeps everything in memory. */
  readonly data: string | undefined
}

/** Prepares HTTPS according to the plan. The caller must hold the lock of the data directory. */
export async function openHttps(plan: PlannedServer, log: Log, { io }: Shell): Promise<Https | undefined> {
  const { https, data, host, allowedHosts } = plan
  if (https === undefined) return undefined
  if (https.given) return { identity: https.given, authority: undefined, renewFor: () => {}, close: async () => {} }
  const [{ keptAuthority }, { newAuthority, newServerIdentity }, { serverNames }] = await Promise.all([
    import('../../../secure/kept-authority.ts'),
    import('../../../secure/certificate.ts'),
    import('../../../secure/server-names.ts'),
  ])
  const options = { files: io.files, nowMs: io.now(), warn: log.warn }
  const authority = data === undefined ? newAuthority(io.now()) : await withStartErrors(keptAuthority(data, options))
  const temporary =
    data === undefined ? await withStartErrors(writeTemporaryCertificate(authority.cert, io.files)) : undefined
  const identity = (): Identity => newServerIdentity(authority, serverNames([host, ...allowedHosts]), io.now())
  let renewal: NodeJS.Timeout | undefined
  return {
    identity: identity(),
    authority: data === undefined ? temporary?.path : authorityFiles(data).cert,
    renewFor: (server) => (renewal = setInterval(() => server.showIdentity(identity()), RENEWAL_MS)),
    close: async () => {
      clearInterval(renewal)
      temporary?.remove()
    },
  }
}

/**
 * Writes the certificate of an authority that is not kept, so that clients can trust it. The file is deleted when the
 * process exits.
 */
async function writeTemporaryCertificate(
  cert: string,
  files: FileSystem,
): Promise<{ readonly path: string; remove(): void }> {
  const path = join(tmpdir(), `gamify-ca-${randomBytes(8).toString('hex')}.pem`)
  return orStorageFailure(`cannot write the certificate to ${path}`, async () => {
    await writeFile(files, path, 'create', Buffer.from(cert))
    const unlink = (): void => rmSync(path, { force: true })
    process.once('exit', unlink)
    const remove = (): void => {
      process.off('exit', unlink)
      unlink()
    }
    return { path, remove }
  })
}
