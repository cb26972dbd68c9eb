import { assetRoutes } from './asset-routes.ts'
import { designImageRoutes } from './design-routes.ts'
import { playerImageRoutes } from './player-routes.ts'

/** Images: what is to be seen, and what is put up. Spec 1, 2, 3, 5.5. */
export const imageRoutes = [...assetRoutes, ...playerImageRoutes, ...designImageRoutes] as const
