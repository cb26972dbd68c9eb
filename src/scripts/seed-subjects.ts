import type { Client } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'
import type { SeedProcess, SeedTeam } from './seed-file.ts'

/** What came of a team or process of a seed, as of a player. */
export type Outcome = 'created' | 'completed' | 'existing'

/** Makes something; false when there is one of that id. */
async function isMade(code: string, make: () => Promise<unknown>): Promise<boolean> {
  try {
    await make()
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.code === code) return false
    throw error
  }
}

/** Where only operators have done something, a seed may have been interrupted, and the next one completes it. */
const isUntouched = (feed: readonly object[]): boolean =>
  feed.every((event) => 'admin' in event && event.admin === true)

/** Brings a team in with those who are in it; one that players have had a hand in stays as it is. Spec 6.4. */
export async function seedTeam(client: Client, { id, owner, members = {}, ...team }: SeedTeam): Promise<Outcome> {
  const params = { team_id: id }
  const isNew = await isMade('team_instance_exists', () =>
    client.call('POST /v2/admin/teams', { body: { id, ...team } }),
  )
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
    if (await isMade('player_exists', () => client.call('POST /v2/admin/teams/:team_id/join', { params, body })))
      joined += 1
  }
  return isNew ? 'created' : joined > 0 || !isOwned ? 'completed' : 'existing'
}

const heldRoles = (roles: readonly string[]): Record<string, true> =>
  Object.fromEntries(roles.map((role) => [role, true]))

/** The roles that a seed names, in each lane; `*` names all of them. Spec 4.9. */
function rolesInLanes(
  { '*': everywhere, ...named }: Readonly<Record<string, string>>,
  lanes: readonly string[],
): Readonly<Record<string, string>> {
  const all = everywhere === undefined ? [] : lanes.map((lane) => [lane, everywhere] as const)
  return { ...Object.fromEntries(all), ...named }
}

/** Whether roles in lanes are those that are wanted, and no others. */
function holdsExactly(
  held: readonly { readonly name: string; readonly role: string }[],
  wanted: Readonly<Record<string, string>>,
): boolean {
  return held.length === Object.keys(wanted).length && held.every(({ name, role }) => wanted[name] === role)
}

/** Brings a process in with those who are in it; one that players have had a hand in stays as it is. Spec 6.4. */
export async function seedProcess(
  client: Client,
  { id, owner, performers = {}, ...process }: SeedProcess,
): Promise<Outcome> {
  const params = { process_id: id }
  const isNew = await isMade('process_instance_exists', () =>
    client.call('POST /v2/admin/processes', { body: { id, owner_id: owner, ...process } }),
  )
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
    } else if (await isMade('player_exists', joins)) changed += 1
  }
  return isNew ? 'created' : changed > 0 ? 'completed' : 'existing'
}
