import type { Client } from '../../client/client.ts'
import { control } from '../../client/control.ts'
import type { Answer } from '../../client/http-message.ts'
import { MAX_COUNT } from '../../game/kernel/schema.ts'
import type { WhyNot, WhyNotQuery } from '../../interface/why-answer.ts'
import { whyNotText } from '../../sentences/why-not-text.ts'
import { usageError } from '../../terminal/cli-error.ts'
import { hint } from '../../terminal/hint.ts'
import { whyNotCommand } from '../../terminal/refused-play.ts'
import { withService } from '../../terminal/service.ts'
import type { Shell } from '../../terminal/shell.ts'
import { defineCommand } from '../command.ts'
import { flag, historyPosition, integer, optional, pairs, required, type Pair } from '../option.ts'

const kinds = ['action', 'rule', 'trigger'] as const

const isKind = (word: string): boolean => kinds.some((kind) => kind === word)

/** Fetches what blocks a play or a rule. */
export function fetchWhyNot(client: Client, body: WhyNotQuery): Promise<Answer<WhyNot>> {
  return control(client, 'POST /_gamify/why-not', { body })
}

/** Returns a hint at the command that explains every reward that a play would not give. */
export const rewardsHint = (shell: Shell, query: WhyNotQuery): string =>
  hint(shell, `${whyNotCommand(query)} --rewards`)

/** `gamify why-not`: explains what blocks a play or a rule. Spec 6.2, 6.6. */
export const whyNot = defineCommand({
  arguments: {
    player: required('player', 'The player', 'player'),
    kind: required('kind', 'What to ask about: action, rule or trigger', kinds),
    id: required('id', 'The id of the action or rule, or the process of the trigger', 'action, rule or trigger'),
    trigger: optional('trigger', 'The trigger, for a process', 'trigger of player'),
  },
  options: {
    count: integer('--count <n>', 'The number of plays of the action', 1, MAX_COUNT),
    variables: pairs('--var <name=value>', 'A variable of the play (repeatable)'),
    rewards: flag('--rewards', 'Explain every reward that a play would not give'),
    at: historyPosition('--at <position>', 'Ask about the game after this entry of the history, or at this time'),
  },
  examples: [
    'gamify why-not neo action answer --var votes=4',
    'gamify why-not neo rule ladder',
    'gamify why-not neo trigger frodo/mountain report',
  ],
  notes: [
    'Plays nothing. The first lines say what blocks the play. If the play is possible, gamify also explains the first rewards',
    'that it would not give; --rewards explains all of them, also those of a play that is not possible.',
  ].join('\n'),
  alternative: ([player, id, ...more]) =>
    player === undefined || id === undefined || more.length > 0 || isKind(id)
      ? undefined
      : `say what '${id}' is, for example: gamify why-not ${player} action ${id}`,
  async run(given, shell) {
    const { at } = given
    const query = { player_id: given.player, ...queryOf(given), ...(at !== undefined && { at }) }
    const { body: found, text } = await withService(shell, ({ client }) => fetchWhyNot(client, query))
    shell.printJson(text)
    const rewardsCommand = given.rewards ? undefined : rewardsHint(shell, query)
    for (const line of whyNotText(found, rewardsCommand)) shell.print(line)
  },
})

interface Given {
  readonly player: string
  readonly kind: string
  readonly id: string
  readonly trigger: string | undefined
  readonly count: number | undefined
  readonly variables: readonly Pair[]
}

/** Returns the query for the arguments. Throws a usage error if they do not fit together. */
function queryOf({ player, kind, id, trigger, count, variables: vars }: Given): Omit<WhyNotQuery, 'player_id'> {
  const variables = vars.length === 0 ? {} : { variables: Object.fromEntries(vars) }
  if (kind === 'trigger') {
    if (trigger === undefined)
      throw usageError('the trigger is missing', 'for example: gamify why-not neo trigger frodo/mountain report')
    if (vars.length > 0 || count !== undefined)
      throw usageError('--var and --count do not work with a trigger', 'remove them')
    return { process: id, trigger }
  }
  if (trigger !== undefined) throw usageError(`'${trigger}' is one argument too many`, `${kind} takes one id`)
  if (kind === 'action') return { action: id, ...variables, ...(count === undefined ? {} : { count }) }
  if (kind !== 'rule') throw usageError(`'${kind}' is not one of ${kinds.join(', ')}`, kindAdvice(kind, player, id))
  if (count !== undefined) throw usageError('--count does not work with a rule', 'remove it')
  return { rule: id, ...variables }
}

/** Levels, achievements and custom rules are all rules, and feeds show them by their own names. */
const RULE_KINDS: ReadonlySet<string> = new Set(['level', 'achievement', 'custom_rule', 'custom-rule'])

const kindAdvice = (kind: string, player: string, id: string): string =>
  RULE_KINDS.has(kind) ? `use rule: gamify why-not ${player} rule ${id}` : 'for example: gamify why-not neo action like'
