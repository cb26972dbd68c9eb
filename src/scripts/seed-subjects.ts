import type { Client } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'
import type { SeedProcess, SeedTeam } from './seed-file.ts'

/** The result for one team or process of a seed, or for one player. */
export type Outcome = 'created' | 'completed' | 'existing'

/** Creates a team or process, then adds what it lacks. */
export interface SubjectSeeder<T> {
  /** Returns false if the id exists. */
  readonly create: (one: T) => Promise<boolean>
  readonly complete: (one: T, isNew: boolean) => Promise<Outcome>
}

/** Creates something. Returns false if the service answers that it exists. */
async function createUnlessExists(code: string, make: () => Promise<unknown>): Promise<boolean> {
  try {
    await make()
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.code === code) return false
    throw error
  }
}

/**
 * Whether only operators have changed something. In that case, a seed may have been interrupted, and the next one
 * completes it.
 */
const isUntouched = (feed: readonly object[]): boolean =>
  feed.every((event) => 'admin' in event && event.admin === true)

/** Seeds teams with their members. A team that players have changed stays as it is. Spec 6.4. */
export const teamSeeder = (client: Client): SubjectSeeder<SeedTeam> => ({
  create: ({ owner: _owner, members: _members, ...team }) =>
    createUnlessExists('team_instance_exists', () => client.call('POST /v2/admin/teams', { body: team })),
  complete: (team, isNew) => completeTeam(client, team, isNew),
})

async function completeTeam(client: Client, { id, owner, members = {} }: SeedTeam, isNew: boolean): Promise<Outcome> {
  const params = { team_id: id }
  const { body: found } = await client.call('GET /v2/admin/teams/:team_id', { params })
  if (!isNew) {
    const feed = await client.call('GET /v2/admin/teams/:team_id/activity', { params, query: { start: found.created } })
    if (!isUntouched(feed.body)) return 'existing'
  }
  const isOwned = owner === undefined || found.owner?.id === owner
  if (!isOwned) {
    const roles = members[owner]
    const body = { id: owner, ...(roles ? { roles: heldRoles(roles) } : {}) }
    await client.call('POST /v2/admin/teams/:team_id/transfer', { params, body })
  }
  let joined = 0
  for (const [player, roles] of Object.entries(members)) {
    if (player === owner) continue
    const body = { player_id: player, requested_roles: heldRoles(roles) }
    if (
      await createUnlessExists('player_exists', () =>
        client.call('POST /v2/admin/teams/:team_id/join', { params, body }),
      )
    )
      joined += 1
  }
  return isNew ? 'created' : joined > 0 || !isOwned ? 'completed' : 'existing'
}

const heldRoles = (roles: readonly string[]): Record<string, true> =>
  Object.fromEntries(roles.map((role) => [role, true]))

/** Returns the roles of a seed by lane; `*` stands for all lanes. Spec 4.9. */
function rolesInLanes(
  { '*': everywhere, ...named }: Readonly<Record<string, string>>,
  lanes: readonly string[],
): Readonly<Record<string, string>> {
  const all = everywhere === undefined ? [] : lanes.map((lane) => [lane, everywhere] as const)
  return { ...Object.fromEntries(all), ...named }
}

/** Whether the roles in lanes are exactly the wanted ones. */
function holdsExactly(
  held: readonly { readonly name: string; readonly role: string }[],
  wanted: Readonly<Record<string, string>>,
): boolean {
  return held.length === Object.keys(wanted).length && held.every(({ name, role }) => wanted[name] === role)
}

/** Seeds processes with their performers. A process that players have changed stays as it is. Spec 6.4. */
export const processSeeder = (client: Client): SubjectSeeder<SeedProcess> => ({
  create: ({ owner, performers: _performers, ...process }) =>
    createUnlessExists('process_instance_exists', () =>
      client.call('POST /v2/admin/processes', { body: { owner_id: owner, ...process } }),
    ),
  complete: (process, isNew) => completeProcess(client, process, isNew),
})

async function completeProcess(
  client: Client,
  { id, owner, performers = {} }: SeedProcess,
  isNew: boolean,
): Promise<Outcome> {
  const params = { process_id: id }
  const { body: found } = await client.call('GET /v2/admin/processes/:process_id', { params })
  if (!isNew) {
    const query = { start: found.created }
    const feed = await client.call('GET /v2/admin/processes/:process_id/activity', { params, query })
    if (!isUntouched(feed.body)) return 'existing'
  }
  let changed = 0
  for (const [player, lanes] of Object.entries(performers)) {
    const body = { player_id: player, requested_roles: { ...lanes } }
    const joins = () => client.call('POST /v2/admin/processes/:process_id/join', { params, body })
    if (player === owner) {
      const held = found.performers.find((one) => one.id === owner)?.lanes ?? []
      if (holdsExactly(held, rolesInLanes(lanes, found.lanes))) continue
      await client.call('POST /v2/admin/processes/:process_id/roles', { params, body })
      changed += 1
    } else if (await createUnlessExists('player_exists', joins)) changed += 1
  }
  return isNew ? 'created' : changed > 0 ? 'completed' : 'existing'
}
