import type { KeptPoint } from './runtime-store.ts'

/** Orders points by when they were made, then by name. */
export function comparePoints(a: KeptPoint, b: KeptPoint): number {
  return a.created - b.created || (a.name < b.name ? -1 : Number(a.name > b.name))
}
