import { stagingClient } from '../src/auth/clients.ts'

/** An access token of the staging client, as the header takes it. */
export async function accessToken(port: number): Promise<string> {
  const { client_id, client_secret } = stagingClient
  const body = new URLSearchParams({ client_id, client_secret, grant_type: 'client_credentials' })
  const answer = await fetch(`http://127.0.0.1:${port}/auth/token`, { method: 'POST', body })
  const { access_token } = (await answer.json()) as { access_token: string }
  return `Bearer ${access_token}`
}
