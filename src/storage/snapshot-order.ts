import type { KeptSnapshot } from './runtime-store.ts'

/** Orders snapshots by when they were made, then by name. */
export function compareSnapshots(a: KeptSnapshot, b: KeptSnapshot): number {
  return a.created - b.created || (a.name < b.name ? -1 : Number(a.name > b.name))
}
