import * as z from 'zod'
import { eventBundle } from '../feeds/answer-schema.ts'
import { shownReward } from '../rules/answer-schema.ts'

const variable = z.strictObject({
  name: z.string(),
  type: z.enum(['int', 'string']),
  required: z.boolean().optional(),
  default: z.union([z.string(), z.number()]).optional(),
})

const action = {
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  /** How many times the player has played it. */
  count: z.int().min(0),
  variables: z.array(variable),
}
const rewards = z.array(shownReward)

/** An action, as version 1 shows it to players. Spec 1 "Action definition", 3. */
export const actionV1 = z.strictObject({ ...action, actions: rewards })

/** An action, as players see it. Spec 4.6 "Runtime item". */
export const actionAnswer = z.strictObject({ ...action, rewards })

/** An action with its rewards under both names, as the list of actions shows it. Spec 5.6. */
export const listedAction = z.strictObject({ ...action, actions: rewards, rewards })

/** The answer to a play: the actions that the player can play now, and the events. */
export const playAnswer = () => z.strictObject({ actions: z.array(actionAnswer), events: eventBundle })

/** The answer to a play in version 1. Spec 3. */
export const playAnswerV1 = () => z.strictObject({ actions: z.array(actionV1), events: eventBundle })
