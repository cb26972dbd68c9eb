import { defineRoute, takingImage } from '../define-route.ts'
import { setPlayerImage } from './operations.ts'
import { uploadRow } from './upload-row.ts'

const putUp = {
  ...uploadRow,
  summary: "Upload the player's image",
  resource: 'runtime',
  caller: 'player',
  op: setPlayerImage,
} as const

/** What players put up. Spec 1, 5.5. */
export const playerImageRoutes = [
  takingImage('players', defineRoute({ ...putUp, path: '/runtime/player' })),
  takingImage(
    'players',
    defineRoute({
      ...putUp,
      path: '/runtime/player/image',
      summary: "Upload the player's image (path that some clients use)",
    }),
  ),
] as const
