import type { ServePlan } from './plan.ts'

/** Where a game is served. */
export interface Served {
  readonly url: string
  /** The certificate that clients have to trust, an absolute path; undefined where there is none of our own. */
  readonly authority: string | undefined
}

/** What a client of the staging runtime finds in its environment. Spec 6.1, 6.3 `--print-env`. */
export function environmentOf({ project }: ServePlan, { url, authority }: Served): Readonly<Record<string, string>> {
  const client = project.clients.find(({ runtime, type }) => runtime === 'staging' && type === 'client')
  return {
    GAMIFY_URL: url,
    ...(client && { GAMIFY_CLIENT_ID: client.client_id, GAMIFY_CLIENT_SECRET: client.client_secret }),
    ...(authority !== undefined && { NODE_EXTRA_CA_CERTS: authority }),
  }
}

/** An environment as lines that a shell or a file of variables takes. */
export function environmentText(environment: Readonly<Record<string, string>>): string {
  return Object.entries(environment)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}
