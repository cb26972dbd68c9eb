import * as z from 'zod'
import { eventBundle } from '../feeds/answer-schema.ts'
import { byName, laneRole, playerReference, reference, timestamp } from '../kernel/answer-shapes.ts'
import { accessSettings } from '../kernel/game-info.ts'
import { shownReward } from '../rules/answer-schema.ts'
import { processStates } from './shapes.ts'

const access = z.enum(accessSettings)

/** A process definition. Spec 1 "Process definition". */
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

/** A process in the detail shape. Spec 1 "Process instance". */
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
 * The positions of a process's tokens in the older shape: one container for the process and one for each sub_process
 * that was entered. A branch that can be chosen is READY while its token is still at the gateway.
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

/**
 * A process in the older shape. The answer of version 1 to creating a process leaves out the name. Spec 1 "Process
 * instance", 3.
 */
export const olderProcessAnswer = z.strictObject({
  ...common,
  name: z.string().optional(),
  definition: z.string(),
  owner: z.string(),
  performers: byName(byName(laneRole)),
  ...olderFlowFields,
})

/** A process in the shape of list items. Spec 1 "Process instance". */
export const processItemAnswer = z.strictObject({
  ...common,
  definition: z.string(),
  owner: playerReference,
  performers: z.array(playerReference),
})

/** A process in the list for operators. Spec 2 "Admin process list item". */
export const adminProcessItemAnswer = processItemAnswer.extend({ game_id: z.string() })

/** A process that a search found. Spec 4.15 "Search". */
export const foundProcessAnswer = z.strictObject({ ...reference.shape, definition: reference })

const trigger = { trigger: z.string(), name: z.string() }
const rewards = z.array(shownReward)
/** Fields that are only in the answer to a play. */
const playedTrigger = { ...trigger, lane: z.string(), locked: z.enum(['true', 'false']) }

/** A trigger in the list of triggers. Spec 1 "Trigger", 3. */
export const listedTrigger = () => z.strictObject({ ...trigger, actions: rewards })

/** A trigger, as a performer sees it after a play. Spec 1 "Trigger", 4.9. */
export const triggerAnswer = () => z.strictObject({ ...playedTrigger, rewards })

/** The answer to a play of a trigger: the triggers that the player can play now, and the events. */
export const triggerPlayAnswer = () => z.strictObject({ triggers: z.array(triggerAnswer()), events: eventBundle })

/** The answer to a play of a trigger in version 1. Spec 3. */
export const triggerPlayAnswerV1 = () =>
  z.strictObject({ triggers: z.array(z.strictObject({ ...playedTrigger, actions: rewards })), events: eventBundle })
