import type { Client } from '../client/client.ts'
import { type LiveKind, liveIds } from '../client/live-ids.ts'
import { andMore } from '../game/kernel/message-text.ts'
import { nearest } from '../game/kernel/nearest.ts'

/** The error with which the service rejected a call. */
export interface Refusal {
  readonly code: string
  readonly description: string
}

/** The kind of what was not found, by error code. */
const kinds: Readonly<Record<string, LiveKind>> = {
  player_not_found: 'player',
  rule_not_found: 'rule',
  action_not_found: 'action',
  process_instance_not_found: 'process',
  team_instance_not_found: 'team',
  process_definition_not_found: 'process definition',
  team_definition_not_found: 'team definition',
  trigger_not_found: 'trigger',
  leaderboard_not_found: 'leaderboard',
  snapshot_not_found: 'snapshot',
  issue_not_found: 'issue',
  metric_not_found: 'metric',
}

const latest = { version: 'latest' } as const

/** What was not found: its id, and where it was looked up. */
interface Missing {
  readonly id: string
  readonly within: string
}

/**
 * Suggests what was meant if the service did not find something; undefined if there is no suggestion, or the service
 * cannot be asked. `player` is the player that the call was made as.
 */
export async function suggestionFor(refusal: Refusal, client: Client, player?: string): Promise<string | undefined> {
  const kind = kinds[refusal.code]
  const missing = findMissing(refusal)
  if (kind === undefined || missing === undefined) return undefined
  try {
    const unplayable = refusal.code === 'rule_not_found' ? await nonCustomRuleText(client, missing.id) : undefined
    if (unplayable !== undefined) return unplayable
    const ids = await liveIds(client, kind, { as: player, before: [missing.within] })
    const meant =
      nearest(missing.id, kind === 'trigger' ? ids.flatMap(typedForms) : ids) ??
      // A player only sees the actions that they can play now, so this looks at all actions.
      (kind === 'action' ? nearest(missing.id, await liveIds(client, kind, {})) : undefined)
    if (meant !== undefined) return `did you mean '${meant}'?`
    if (kind === 'rule') return rulesText(ids)
    return kind === 'trigger' ? offeredText(missing.within, ids) : undefined
  } catch {
    // Without a suggestion, the error is enough.
    return undefined
  }
}

/** Returns the forms in which a user can write a trigger: the activity alone, or the activity with its outcome. */
const typedForms = (trigger: string): string[] => [trigger.slice(0, trigger.lastIndexOf(':')), trigger]

/** The number of triggers or rules that are listed. */
const MAX_OFFERED = 10

/** Lists the custom rules, because no command does: `the custom rules are 'gift', 'welcome'`. */
function rulesText(rules: readonly string[]): string {
  return rules.length === 0 ? 'the design has no custom rules' : `the custom rules are ${listFirst(rules)}`
}

/** Lists the triggers that a process offers now: `it offers this player 'ticket:ticket', 'pack:pack'`. */
function offeredText(process: string, triggers: readonly string[]): string {
  if (triggers.length === 0) return `process '${process}' offers this player no triggers now`
  return `it offers this player ${listFirst(triggers)}`
}

function listFirst(ids: readonly string[]): string {
  const named = ids.slice(0, MAX_OFFERED).map((id) => `'${id}'`)
  return [named.join(', '), ...andMore(ids.length - MAX_OFFERED)].join(' ')
}

/** Parses `The action 'lick' does not exist` or `The process 'neo/tour' does not offer the trigger 'rset' now`. */
function findMissing({ code, description }: Refusal): Missing | undefined {
  const pattern = code === 'trigger_not_found' ? /'(.*)' does not offer the trigger '(.*)'/ : /()'(.*)'/
  const [, within, id] = pattern.exec(description) ?? []
  return within === undefined || id === undefined ? undefined : { within, id }
}

/** Says that a rule exists but is not a custom rule; undefined otherwise. */
async function nonCustomRuleText(client: Client, id: string): Promise<string | undefined> {
  const { body } = await client.call('GET /v2/design/versions/:version/rules', { params: latest })
  const found = body.find((rule) => rule.id === id)
  if (found === undefined || found['type'] === 'custom') return undefined
  return `rule '${id}' has the type ${String(found['type'])}: gamify evaluates it when scores change; you can only evaluate custom rules`
}
