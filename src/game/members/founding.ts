import type { InstanceSettings } from '../design/instance-settings.ts'
import type { GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, type Fault } from '../kernel/fault.ts'
import { readingAt } from '../players/acting.ts'
import type { Player } from '../players/player.ts'
import { formulaFault } from '../rules/give.ts'
import { judge } from '../rules/judge.ts'
import type { SubjectKind } from './subject.ts'

/** Finds the definition of a new process or team. Spec 1 `POST /runtime/processes`, `POST /runtime/teams`. */
export function findDefinition<D>(kind: SubjectKind, definitions: ReadonlyMap<string, D>, id: string): D | Fault {
  return definitions.get(id) ?? fault(`${kind}_definition_not_found`, { id })
}

type CreatableDefinition = InstanceSettings & { readonly id: string }

/** A limit on the number of instances of a definition. Spec 4.9, 4.10. */
export interface InstanceLimit {
  /** The name of the setting in the design. */
  readonly name: string
  readonly limit: number
  /** Counts the instances. It is called only if there is a limit. */
  readonly count: () => number
}

/** Returns why a player may not create an instance of a definition, if so. Operators may create any. Spec 4.9, 4.10. */
export function foundingFault(
  state: GameState,
  context: GameContext,
  kind: SubjectKind,
  { id, public: forAll, requires }: CreatableDefinition,
  player: Player,
): Fault | undefined {
  const refused = fault('forbidden', {
    message: `The player '${player.id}' is not allowed to create a ${kind} of '${id}'`,
  })
  if (!forAll) return refused
  const met = judge(requires, readingAt(state, context)(player))
  if (typeof met !== 'boolean') return formulaFault({ ...met, formula: `requires of ${id}` })
  return met ? undefined : refused
}

/** Returns the fault for the first limit that is reached. Limits apply to operators too. Spec 4.9, 4.10. */
export function limitFault(kind: SubjectKind, id: string, limits: readonly InstanceLimit[]): Fault | undefined {
  const reached = limits.find(({ limit, count }) => limit !== Infinity && count() >= limit)
  if (!reached) return undefined
  const { name, limit } = reached
  return fault('forbidden', { message: `The limit '${name}' of the ${kind} '${id}' is reached: ${limit}` })
}
