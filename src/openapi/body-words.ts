/** How roles are told, where they are a field and where they are the whole body. Spec 1 "Conventions". */
export const ROLES = 'The roles: by lane in a process, `{ "guest": "player" }`; in a team `{ "member": true }`.'

/**
 * What the fields of a body mean, by name; `play.id` is said of an `id` in the body of a path that ends with `play`, before
 * `id` is. What a design is made of is told by its JSON Schemas.
 */
export const bodyWords: Readonly<Record<string, string>> = {
  access:
    'Who can join: anyone (`PUBLIC`), anyone who asks and is approved (`PROTECTED`), only invited players (`PRIVATE`). Default: the strictest setting that the definition allows.',
  alias: 'The name that others see.',
  count: 'How many plays at once.',
  data: 'The players to evaluate the rule for, each with its variables.',
  definition: 'The id of the definition.',
  email: 'The email address of the player.',
  emails: 'The addresses to invite.',
  entity_ids: 'The ids of the players or teams.',
  event_ids: 'The ids of the events to undo.',
  id: 'The id of the new object.',
  'invites.id': 'The id of the player to invite.',
  'play.id': 'The id of the action.',
  'transfer.id': 'The id of the new owner.',
  ids: 'The ids of the notifications.',
  message: 'A message to the invited player.',
  name: 'The name.',
  new_owner_id: 'The id of the new owner.',
  owner_id: 'The id of the owner.',
  player_id: 'The id of the player.',
  query: 'Whether the answer lists what the player can play now. `false` is faster.',
  requested_roles: ROLES,
  rewards: 'The rewards to apply, in order.',
  roles: ROLES,
  scopes: 'The scopes of custom leaderboards that the play counts on, and for which player or team.',
  trigger: 'The id of the trigger.',
  variables: 'The variables of the action, by name.',
}

/** The words for a field in the body of a path; undefined where there are none. */
export function bodyWord(path: string, field: string): string | undefined {
  const end = path.slice(path.lastIndexOf('/') + 1)
  return bodyWords[`${end}.${field}`] ?? bodyWords[field]
}
