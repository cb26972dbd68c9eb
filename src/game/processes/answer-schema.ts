import * as z from 'zod'
import { eventBundle } from '../feeds/answer-schema.ts'
import { accessSettings } from '../kernel/game-info.ts'
import { byName, laneRole, playerReference, reference, timestamp } from '../kernel/shapes.ts'
import { shownReward } from '../rules/answer-schema.ts'
import { processStates } from './shapes.ts'

const access = z.enum(accessSettings)

/** Spec 1 "Process definition". */
export const processDefinition = z.strictObject({
  ...reference.shape,
  lanes: z.array(z.string()),
  access: z.array(access),
})

const common = {
  ...reference.shape,
  state: z.enum(processStates),
  created: timestamp,
  access,
}

/** The detail shape. Spec 1 "Process instance". */
export const processDetailAnswer = z.strictObject({
  ...common,
  definition: reference,
  performers: z.array(
    z.strictObject({
      ...playerReference.shape,
      lanes: z.array(z.strictObject({ name: z.string(), role: laneRole })),
    }),
  ),
  owner: playerReference,
  lanes: z.array(z.string()),
})

/**
 * Where the tokens of a process are, in the older shape: a container for it and one for each sub_process entered. A branch
 * to choose is READY while the token stays with its gateway.
 */
export const olderFlowFields = {
  keys: byName(z.string()),
  containers: byName(
    z.strictObject({
      key: z.string(),
      tokens: z.int().min(0),
      nodes: byName(z.strictObject({ state: z.enum(['READY', 'ACTIVE', 'COMPLETED']), tokens: z.int().min(0) })),
    }),
  ),
}

/** The older shape; the answer of version 1 to making one has no name. Spec 1 "Process instance", 3. */
export const olderProcessAnswer = z.strictObject({
  ...common,
  name: z.string().optional(),
  definition: z.string(),
  owner: z.string(),
  performers: byName(byName(laneRole)),
  ...olderFlowFields,
})

/** The list item shape. Spec 1 "Process instance". */
export const processItemAnswer = z.strictObject({
  ...common,
  definition: z.string(),
  owner: playerReference,
  performers: z.array(playerReference),
})

/** Spec 2 "Admin process list item". */
export const adminProcessItemAnswer = processItemAnswer.extend({ game_id: z.string() })

/** Spec 4.15 "Search". */
export const foundProcessAnswer = z.strictObject({ ...reference.shape, definition: reference })

const trigger = { trigger: z.string(), name: z.string() }
const rewards = z.array(shownReward)
/** What is shown after a play only. */
const playedTrigger = { ...trigger, lane: z.string(), locked: z.enum(['true', 'false']) }

/** A trigger as the list of them shows it. Spec 1 "Trigger", 3. */
export const listedTrigger = () => z.strictObject({ ...trigger, actions: rewards })

/** A trigger as a performer sees it after a play. Spec 1 "Trigger", 4.9. */
export const triggerAnswer = () => z.strictObject({ ...playedTrigger, rewards })

/** What a play of a trigger answers: what can be played now, and what happened. */
export const triggerPlayAnswer = () => z.strictObject({ triggers: z.array(triggerAnswer()), events: eventBundle })

/** The same in version 1. Spec 3. */
export const triggerPlayAnswerV1 = () =>
  z.strictObject({ triggers: z.array(z.strictObject({ ...playedTrigger, actions: rewards })), events: eventBundle })
