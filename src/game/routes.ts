import { actionRoutes } from './actions/routes.ts'
import { componentRoutes } from './design/component-routes.ts'
import { gameRoutes } from './design/routes.ts'
import { versionRoutes } from './design/version-routes.ts'
import { feedRoutes } from './feeds/routes.ts'
import { imageRoutes } from './images/routes.ts'
import { metricRoutes } from './metrics/routes.ts'
import { playerRoutes } from './players/routes.ts'
import { ruleRoutes } from './rules/routes.ts'

/** Every route of the interface, both versions side by side. */
export const routes = [
  ...playerRoutes,
  ...feedRoutes,
  ...actionRoutes,
  ...metricRoutes,
  ...ruleRoutes,
  ...gameRoutes,
  ...componentRoutes,
  ...versionRoutes,
  ...imageRoutes,
] as const
