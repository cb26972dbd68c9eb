import { StorageError } from '../storage-error.ts'

/** Where the log of a game is. */
export interface NatsOptions {
  /** Addresses such as `nats://a:4222`, separated by commas. */
  readonly servers: string
  /** The id of the game, which names its stream. */
  readonly game: string
  /** The path of a file of credentials, and those of TLS, if the servers ask for them. */
  readonly credentials?: string | undefined
  readonly tls?:
    | { readonly ca: string | undefined; readonly cert: string | undefined; readonly key: string | undefined }
    | undefined
}

/** Reads the addresses of servers. Names and passwords in them are not shown to anybody. Throws StorageError. */
export function parseServers(text: string) {
  const urls = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => URL.parse(/^[a-z]+:\/\//.test(each) ? each : `nats://${each}`))
  const usable = urls.flatMap((url) => (url && ['nats:', 'tls:'].includes(url.protocol) && url.hostname ? [url] : []))
  if (usable.length === 0 || usable.length < urls.length)
    throw new StorageError(
      'The addresses of the log servers are not valid. Expected some such as nats://a:4222,nats://b:4222',
    )
  const { username, password } = usable.find((url) => url.username !== '') ?? { username: '', password: '' }
  const servers = usable.map((url) => `${url.hostname}:${url.port || 4222}`)
  return {
    servers,
    addresses: servers.join(', '),
    login: {
      ...(username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
      ...(usable.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
    },
  }
}
