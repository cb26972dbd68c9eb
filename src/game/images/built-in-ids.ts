/** The ids of the images that are always there. Spec 4.1. */
export const builtInIds = [
  'default-game',
  'default-player',
  'default-process',
  'default-team',
  'default-point-metric',
  'default-set-metric',
  'default-state-metric',
  'default-item',
  'default-state',
] as const

/** The id of an image that is always there. */
export type BuiltInId = (typeof builtInIds)[number]

/** Tells the id of a built-in image from one of an uploaded image. */
export function isBuiltInId(id: string): id is BuiltInId {
  return (builtInIds as readonly string[]).includes(id)
}
