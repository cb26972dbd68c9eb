import type { Observer } from '../../src/game/rules/observer.ts'

/** What an observer was told, in order. */
export type Told = { [K in keyof Observer]: readonly [K, ...Parameters<Observer[K]>] }[keyof Observer]

const kinds = {
  examined: true,
  resolved: true,
  judged: true,
  applied: true,
  drew: true,
  rated: true,
  gave: true,
  waited: true,
  computed: true,
  ranked: true,
  followed: true,
  admitted: true,
  performed: true,
  flowed: true,
} as const satisfies Record<keyof Observer, true>

/** An observer that remembers all that it is told. */
export function remembering(): { readonly observer: Observer; readonly told: Told[] } {
  const told: Told[] = []
  const methods = Object.keys(kinds).map((kind) => [
    kind,
    (...facts: unknown[]) => told.push([kind, ...facts] as never),
  ])
  return { observer: Object.fromEntries(methods) as Observer, told }
}
