import type { Client } from '../../../client/client.ts'
import { ServiceError, UnreachableError } from '../../../client/service-error.ts'
import type { ControlAnswer } from '../../../interface/control-answers.ts'

const STATE = '/_gamify/state'

/**
 * Lets the browser download the whole game. It goes straight to the file, whatever its size, so the address has to carry the
 * token: a download cannot have headers.
 */
export async function download(client: Client, name: string): Promise<void> {
  const { accessToken } = await client.token()
  const query = new URLSearchParams({ access_token: accessToken })
  const link = document.createElement('a')
  link.href = `${STATE}?${query}`
  link.download = name
  link.click()
}

interface Uploading {
  readonly design: string
  /** Called with the part that has been sent, from 0 to 1. */
  readonly onProgress: (part: number) => void
  readonly signal: AbortSignal
}

/** Sends a file as the whole game. The browser reads it as it sends it, whatever its size. Rejects with a ServiceError. */
export async function upload(
  client: Client,
  file: File,
  { design, onProgress, signal }: Uploading,
): Promise<ControlAnswer<'PUT /_gamify/state'>> {
  const { accessToken } = await client.token()
  return new Promise((resolve, reject) => {
    // `fetch` tells nothing about what it has sent.
    const request = new XMLHttpRequest()
    request.open('PUT', design === '' ? STATE : `${STATE}?with_design=${design}`)
    request.setRequestHeader('authorization', `Bearer ${accessToken}`)
    request.setRequestHeader('content-type', 'application/x-ndjson')
    request.setRequestHeader('gamify-studio', '1')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
    request.upload.onload = () => onProgress(1)
    request.onerror = () => reject(new UnreachableError(location.origin, new Error('the connection was lost')))
    request.onabort = () => reject(signal.reason as Error)
    request.onload = () => {
      const { status, responseText: text } = request
      if (status !== 200) return reject(new ServiceError({ status, text }))
      resolve(JSON.parse(text) as ControlAnswer<'PUT /_gamify/state'>)
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
