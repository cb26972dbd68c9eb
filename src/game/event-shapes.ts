import * as z from 'zod'
import { actionEvents } from './actions/shapes.ts'
import { designEvents, runEvents } from './design/shapes.ts'
import { feedEvents } from './feeds/shapes.ts'
import { joiningEvents } from './joining/shapes.ts'
import { registrationEvents } from './leaderboards/shapes.ts'
import { memberEvents } from './members/shapes.ts'
import { playerEvents } from './players/shapes.ts'
import { processCreated, triggerEvents } from './processes/shapes.ts'
import { requestEvents } from './requests/shapes.ts'
import { ruleEvents } from './rules/shapes.ts'
import { teamCreated, teamEvents } from './teams/shapes.ts'

/**
 * The schemas of all events by their names, as this version or an older one has written them. Only reading an imported
 * history needs them at run time, so no start loads them.
 */
export const eventShapes = {
  ...playerEvents,
  ...actionEvents,
  ...ruleEvents,
  ...triggerEvents,
  create: z.union([processCreated, teamCreated]),
  ...memberEvents,
  ...requestEvents,
  ...teamEvents,
  ...joiningEvents,
  ...feedEvents,
  ...registrationEvents,
  ...designEvents,
  ...runEvents,
}
