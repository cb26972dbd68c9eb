import { actionRoutes } from './actions/routes.ts'
import { componentRoutes } from './design/component-routes.ts'
import { gameRoutes } from './design/routes.ts'
import { versionRoutes } from './design/version-routes.ts'
import { feedRoutes } from './feeds/routes.ts'
import { imageRoutes } from './images/routes.ts'
import { joiningRoutes } from './joining/routes.ts'
import { boardRoutes } from './leaderboards/routes.ts'
import { loginRoutes } from './logins/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { subjectRoutes } from './members/subject-routes.ts'
import { transferRoutes } from './members/transfer-routes.ts'
import { metricRoutes } from './metrics/routes.ts'
import { playerRoutes } from './players/routes.ts'
import { processRoutes } from './processes/instance-routes.ts'
import { triggerRoutes } from './processes/trigger-routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { ruleRoutes } from './rules/routes.ts'
import { teamRoutes } from './teams/instance-routes.ts'

/** All routes of the interface, in both versions. */
export const routes = [
  ...playerRoutes,
  ...feedRoutes,
  ...actionRoutes,
  ...metricRoutes,
  ...ruleRoutes,
  ...boardRoutes,
  ...processRoutes,
  ...teamRoutes,
  ...subjectRoutes,
  ...memberRoutes,
  ...transferRoutes,
  ...triggerRoutes,
  ...requestRoutes,
  ...joiningRoutes,
  ...loginRoutes,
  ...gameRoutes,
  ...componentRoutes,
  ...versionRoutes,
  ...imageRoutes,
] as const
