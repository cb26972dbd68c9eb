import type { Answer, Client } from '../../client/client.ts'
import { whyNotSchema, type WhyNot } from '../../game/kernel/why-answer.ts'
import { usageError } from '../cli-error.ts'
import { defineCommand } from '../command.ts'
import { pairs, required } from '../option.ts'
import { whyNotText } from '../render/why-not-text.ts'
import { withService } from '../service.ts'
import { readAs } from './snapshot/points.ts'

const kinds = ['action', 'rule'] as const

/** Of whom it is asked, of what, and with which variables. Spec 6.6. */
export interface WhyNotAsked {
  readonly player_id: string
  readonly action?: string
  readonly rule?: string
  readonly variables: Readonly<Record<string, string>>
}

/** Asks what stands in the way of a play or a rule. */
export function askWhyNot(client: Client, body: WhyNotAsked): Promise<Answer<unknown>> {
  return client.request('POST', '/_gamify/why-not', { body })
}

/** The answer, in its shape. */
export const whyNotIn = (answer: Answer<unknown>): WhyNot => readAs(whyNotSchema, answer)

/** `gamify why-not`: what stands in the way of a play or a rule. Spec 6.2, 6.6. */
export const whyNot = defineCommand({
  arguments: {
    player: required('player', 'the player', 'player'),
    kind: required('kind', "'action' or 'rule'", kinds),
    id: required('id', 'the action, or a rule of any type', 'action or rule'),
  },
  options: { variables: pairs('--var <name=value>', 'a variable of what is played; may be given several times') },
  examples: ['gamify why-not neo action answer --var votes=4', 'gamify why-not neo rule ladder'],
  notes: 'Nothing is played. Of an action it also tells which of its rewards a play would not give.',
  async run({ player, kind, id, variables }, shell) {
    if (kind !== 'action' && kind !== 'rule')
      throw usageError(`'${kind}' is neither action nor rule`, 'as in: gamify why-not neo action like')
    const asked = { player_id: player, [kind]: id, variables: Object.fromEntries(variables) }
    const answer = await withService(shell, ({ client }) => askWhyNot(client, asked))
    const found = whyNotIn(answer)
    shell.printJson(answer.text)
    for (const line of whyNotText(found)) shell.print(line)
  },
})
