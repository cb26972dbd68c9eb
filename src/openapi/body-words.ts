/** How roles are told, where they are a field and where they are the whole body. Spec 1 "Conventions". */
export const ROLES = 'The roles: by lane in a process, `{ "guest": "player" }`; in a team `{ "member": true }`.'

/**
 * What the fields of a body mean, by name; `play.id` is said of an `id` in the body of a path that ends with `play`, before
 * `id` is. What a design is made of is told by its JSON Schemas.
 */
export const bodyWords: Readonly<Record<string, string>> = {
  access:
    'Who may come in: anybody (`PUBLIC`), who asks (`PROTECTED`), who is invited (`PRIVATE`). The strictest that the definition allows, unless told.',
  alias: 'What others see of the player.',
  count: 'How many times in one go.',
  data: 'For whom the rule is evaluated, and with which variables.',
  definition: 'The id of the definition that it is made of.',
  email: 'An address of the player.',
  emails: 'The addresses to invite.',
  entity_ids: 'The ids of the players or teams.',
  event_ids: 'The ids of the events to undo.',
  id: 'The id of what is made.',
  'invites.id': 'The id of the player who is invited.',
  'play.id': 'The id of the action.',
  'transfer.id': 'The id of the player who gets it.',
  ids: 'The ids of the notifications.',
  message: 'What is said to who is invited.',
  name: 'What it is called.',
  new_owner_id: 'The id of the player who gets it.',
  owner_id: 'The id of the player who owns it.',
  player_id: 'The id of the player.',
  query: 'Whether the answer lists what can be played now; `false` saves the time.',
  requested_roles: ROLES,
  rewards: 'What is given or taken, in order.',
  roles: ROLES,
  scopes: 'The scopes of custom leaderboards that it counts on, and for whom.',
  trigger: 'The id of the trigger.',
  variables: 'What the action asks for, by name.',
}

/** The words for a field in the body of a path; undefined where there are none. */
export function bodyWord(path: string, field: string): string | undefined {
  const end = path.slice(path.lastIndexOf('/') + 1)
  return bodyWords[`${end}.${field}`] ?? bodyWords[field]
}
