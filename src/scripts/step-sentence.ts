import type { Given, StateExpectation, Step, StepKind } from './step.ts'

/** The maximum length of a sentence. */
const MAX_SENTENCE = 120

/** Describes a step and what is expected of it: `neo plays like 3 times -> action, level`. Spec 6.4. */
export function stepSentence({ kind, given }: Step): string {
  const wanted = kind === 'expect' ? undefined : wantedText(given.expect)
  const sentence = sentences[kind](given as never)
  return cutText(wanted === undefined ? sentence : `${sentence} -> ${wanted}`, MAX_SENTENCE)
}

const sentences: { readonly [K in StepKind]: (given: Given<K>) => string } = {
  action: ({ as, action, count, variables, scopes }) =>
    `${as} plays ${action}${count === undefined || count === 1 ? '' : ` ${count} times`}${detailsText(variables, scopes)}`,
  trigger: ({ as, process, trigger, scopes }) =>
    `${as} plays ${trigger} of ${process}${detailsText(undefined, scopes)}`,
  rule: ({ rule, players, variables, scopes }) =>
    `the rule ${rule} is evaluated for ${players.join(', ')}${detailsText(variables, scopes)}`,
  create: ({ as, create }) => `${as} creates ${subjectText(create)} from ${create.definition}`,
  join: ({ as, join, roles }) => `${as} joins ${subjectText(join)}${rolesText(roles)}`,
  leave: ({ as, leave }) => `${as} leaves ${subjectText(leave)}`,
  invite: ({ as, invite, to, roles }) => `${as} invites ${invite} to ${subjectText(to)}${rolesText(roles)}`,
  accept: ({ as, accept }) => `${as} accepts the invitation to ${subjectText(accept)}`,
  reject: ({ as, reject }) => `${as} rejects the invitation to ${subjectText(reject)}`,
  approve: ({ as, approve, in: subject }) => `${as} accepts the request of ${approve} in ${subjectText(subject)}`,
  decline: ({ as, decline, in: subject }) => `${as} declines the request of ${decline} in ${subjectText(subject)}`,
  advance: ({ advance }) => `the clock advances by ${advance}`,
  now: ({ now }) => `the clock is set to ${now}`,
  snapshot: ({ snapshot }) => `the game is saved as snapshot ${snapshot}`,
  restore: ({ restore }) => `the game is restored from snapshot ${restore}`,
  request: ({ request, as }) => (as === undefined ? request : `${request} as ${as}`),
  roles: ({ as, roles, in: subject }) => `${as} changes roles in ${subjectText(subject)}${rolesText(roles)}`,
  expect: ({ expect }) => stateText(expect),
}

interface SubjectName {
  readonly team?: string | undefined
  readonly process?: string | undefined
}

const subjectText = ({ team, process }: SubjectName): string =>
  team === undefined ? `the process ${process}` : `the team ${team}`

type Details = Given<'action'>

/** Returns ` with votes=2 on trails/river=neo`. */
function detailsText(variables: Details['variables'] = {}, scopes: Details['scopes'] = []): string {
  const given = Object.entries(variables).map(([name, value]) => `${name}=${plain(value)}`)
  const on = scopes.map(({ id, entity_id: entity }) => `${id}=${entity}`)
  return `${withPrefix('with', given)}${withPrefix('on', on)}`
}

/** Returns ` as sailor, guide (player)`. A role with a value has it in parentheses, for example the role in a lane. */
const rolesText = (roles: Readonly<Record<string, unknown>> = {}): string =>
  withPrefix(
    'as',
    Object.entries(roles).map(([name, role]) => (role === true ? name : `${name} (${plain(role)})`)),
  )

const withPrefix = (word: string, parts: readonly string[]): string =>
  parts.length === 0 ? '' : ` ${word} ${parts.join(', ')}`

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Describes what is expected of a step; undefined if it only has to succeed. */
function wantedText(expect: Given<'request'>['expect'] = {}): string | undefined {
  const { status, error, events, body } = expect
  const parts = [
    ...(status === undefined ? [] : [String(status)]),
    ...(error === undefined ? [] : [error]),
    ...(events === undefined ? [] : [events.length === 0 ? 'no events' : events.join(', ')]),
    ...(body === undefined ? [] : [plain(body)]),
  ]
  return parts.length === 0 ? undefined : parts.join(', ')
}

function stateText(expected: StateExpectation): string {
  if ('checks' in expected) return `nothing has violated ${expected.checks.join(', ') || 'any check'}`
  if ('player' in expected) {
    const { player, scores, not } = expected
    const texts = [
      ...(scores ? [`has ${listOf(scores, (metric, score) => scoreText(metric, score))}`] : []),
      ...(not ? [`does not have ${listOf(not, (metric, score) => scoreText(metric, score))}`] : []),
    ]
    return `${player} ${texts.join(' and ')}`
  }
  if ('leaderboard' in expected) return `${boardText(expected)}: ${expected.order.join(', ') || 'nobody'}`
  if ('team' in expected)
    return `the team ${expected.team} has ${listOf(expected.members, (player, roles) => `${player}${withPrefix('as', roles)}`)}`
  const { process, state, nodes = {}, not } = expected
  const texts = [
    ...(state === undefined ? [] : [state]),
    ...Object.entries(nodes).map(([node, at]) => `${node} ${at}`),
    ...(not === undefined ? [] : [`not ${not}`]),
  ]
  return `the process ${process} is ${texts.join(', ') || 'there'}`
}

const boardText = ({ leaderboard, cycle }: Extract<StateExpectation, { leaderboard: string }>): string =>
  cycle === undefined ? `the board ${leaderboard}` : `the board ${leaderboard} (${cycle})`

const listOf = <T>(things: Readonly<Record<string, T>>, text: (name: string, thing: T) => string): string =>
  Object.entries(things)
    .map(([name, thing]) => text(name, thing))
    .join(', ') || 'anything'

const scoreText = (metric: string, score: string | Readonly<Record<string, string>>): string =>
  typeof score === 'string' ? `${metric} ${score}` : listOf(score, (item, count) => `${metric} ${item} ${count}`)

/** Cuts a text to `max` characters. A cut text ends with an ellipsis. */
export function cutText(text: string, max: number): string {
  const characters = Array.from(text.slice(0, 2 * max + 2))
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text
}
