import type { Client } from '../client/client.ts'
import { kinds, type DesignSource, type Kind } from '../game/design/source.ts'

/**
 * Reads a version of the design of a running game: `latest`, a label, or `stash` (the copy that was never deployed).
 * Spec 4.13.
 */
export async function readVersion(client: Client, name: string): Promise<DesignSource> {
  const location = {
    params: { version: name === 'stash' ? 'latest' : name },
    query: name === 'stash' ? ({ source: 'stash' } as const) : {},
  }
  const list = async (kind: Kind) =>
    [
      kind,
      (await client.call(`GET /v2/design/versions/:version/${kind}`, location)).body as readonly unknown[],
    ] as const
  const [bootstrap, ...lists] = await Promise.all([
    client.call('GET /v2/design/versions/:version/bootstrap', location),
    ...kinds.map(list),
  ])
  const components = Object.fromEntries(lists) as Record<Kind, readonly unknown[]>
  return { ...components, bootstrap: bootstrap.body }
}

/** Changes a component of `latest` from `before` to `after`. Undefined stands for a component that does not exist. */
export async function saveComponent(
  client: Client,
  kind: Kind,
  id: string,
  { before, after }: { readonly before: object | undefined; readonly after: object | undefined },
): Promise<void> {
  const all = `/v2/design/versions/latest/${kind}`
  const one = `${all}/:id`
  const params = { id }
  // PATCH keeps the fields that it does not name, so a component that lost a field must be deleted and created again.
  const isChange = before && after && Object.keys(before).every((field) => field in after)
  if (isChange) return void (await client.request('PATCH', one, { params, body: after }))
  if (before) await client.request('DELETE', one, { params })
  if (!after) return
  try {
    await client.request('POST', all, { body: after })
  } catch (error) {
    // What the service refuses must not cost the component that was there.
    if (before) await client.request('POST', all, { body: before })
    throw error
  }
}

/** Changes what new players start with in `latest`. Spec 4.12. */
export async function saveBootstrap(client: Client, bootstrap: object): Promise<void> {
  // PATCH keeps the fields that it does not name.
  const nothing = { scores: [], processes: [], teams: [] }
  await client.request('PATCH', '/v2/design/versions/latest/bootstrap', { body: { ...nothing, ...bootstrap } })
}
