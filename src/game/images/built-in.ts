import { type Artist, artist } from './art/artist.ts'
import { drawGame } from './art/game.ts'
import { drawItem } from './art/item.ts'
import { drawPlayer } from './art/player.ts'
import { drawPointMetric } from './art/point-metric.ts'
import { drawProcess } from './art/process.ts'
import { drawSetMetric } from './art/set-metric.ts'
import { drawStateMetric } from './art/state-metric.ts'
import { drawState } from './art/state.ts'
import { SIDE } from './art/svg.ts'
import { drawTeam } from './art/team.ts'
import type { BuiltInId } from './shown-image.ts'

const drawings: Readonly<Record<BuiltInId, (by: Artist) => string>> = {
  'default-game': drawGame,
  'default-player': drawPlayer,
  'default-process': drawProcess,
  'default-team': drawTeam,
  'default-point-metric': drawPointMetric,
  'default-set-metric': drawSetMetric,
  'default-state-metric': drawStateMetric,
  'default-item': drawItem,
  'default-state': drawState,
}

/**
 * Draws a built-in image as an SVG of 512 x 512 pixels. The drawing depends on `of`, the id of the object (a player, a
 * metric and item …), so each object always has the same image of its own.
 */
export function drawBuiltIn(id: BuiltInId, of: string): string {
  const content = drawings[id](artist(id, of))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">${content}</svg>`
}
