import type { ServePlan } from './plan.ts'

/** How a game is served. */
export interface Served {
  readonly url: string
  /** The path of the certificate that clients must trust, absolute; undefined without an authority of our own. */
  readonly authority: string | undefined
}

/** Returns the environment variables for clients of the staging runtime. Spec 6.1, 6.3 `--print-env`. */
export function environmentOf({ project }: ServePlan, { url, authority }: Served): Readonly<Record<string, string>> {
  const client = project.clients.find(({ runtime, type }) => runtime === 'staging' && type === 'client')
  return {
    GAMIFY_URL: url,
    ...(client && { GAMIFY_CLIENT_ID: client.client_id, GAMIFY_CLIENT_SECRET: client.client_secret }),
    ...(authority !== undefined && { NODE_EXTRA_CA_CERTS: authority }),
  }
}

/** Formats environment variables as lines for a shell or an env file. */
export function environmentText(environment: Readonly<Record<string, string>>): string {
  return Object.entries(environment)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}
