import * as z from 'zod'
import { accessSettings } from '../kernel/access.ts'
import { byName, laneRole, playerReference, reference, timestamp } from '../kernel/shapes.ts'
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

/** The older shape; the answer of version 1 to making one has no name. Spec 1 "Process instance", 3. */
export const olderProcessAnswer = z.strictObject({
  ...common,
  name: z.string().optional(),
  definition: z.string(),
  owner: z.string(),
  performers: byName(byName(laneRole)),
  keys: byName(z.string()),
  containers: byName(
    z.strictObject({
      key: z.string(),
      tokens: z.int().min(0),
      nodes: byName(z.strictObject({ state: z.enum(['READY', 'ACTIVE', 'COMPLETED']), tokens: z.int().min(0) })),
    }),
  ),
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
