import type { HistoryEntry } from '../src/emulator/history/history-range.ts'
import type { GameState } from '../src/game/game-state.ts'
import type { GameEvent } from '../src/game/kernel/entry.ts'
import { namedEntries } from '../src/game/kernel/name-map.ts'
import type { ContainerDesign } from '../src/game/processes/container.ts'
import { storedProcess } from '../src/game/processes/state.ts'
import { naiveFlow, type NaiveFlow } from '../test/support/naive-flow.ts'
import { simulatedDesign } from './design.ts'
import { mustBe } from './invariant.ts'

/** An event of a process, as far as it is looked at here. */
interface OfProcess extends GameEvent {
  readonly process?: { readonly id: string }
  readonly activity?: { readonly id: string }
  readonly engine?: { readonly made?: { readonly definition: string } }
}

const designs = new Map(
  (simulatedDesign.processes as readonly (ContainerDesign & { readonly id: string })[]).map((each) => [each.id, each]),
)

/** Runs the tokens of every process beside the game, by a model that shares no code with it. */
export class Flows {
  readonly #flows = new Map<string, NaiveFlow>()
  readonly #touched = new Set<string>()

  /** Takes in an entry. */
  take({ events }: HistoryEntry): void {
    for (const event of events as readonly OfProcess[]) {
      if (!event.process) continue
      const { id } = event.process
      if (event.event === 'create') this.#begin(id, event.engine?.made?.definition ?? '')
      else if (event.event === 'delete') this.#flows.delete(id)
      else if (event.event === 'progress') this.#perform(id, event.activity?.id ?? '')
    }
  }

  /** No token was lost and none came from nowhere, in those processes that have changed since the last look. */
  check(state: GameState): void {
    for (const id of this.#touched) {
      const flow = this.#flows.get(id)
      const process = storedProcess(state, id)
      if (!process) this.#flows.delete(id)
      if (!flow || !process) continue
      const held = namedEntries(process.nodes).filter(([, { tokens }]) => tokens > 0)
      const found = Object.fromEntries(held.map(([path, node]) => [path, `${node.state} ${node.tokens}`]))
      mustBe(`no token of '${id}' is lost`, flow.states(), found)
      mustBe(`'${id}' is over when no token is left`, flow.isOver(), process.state === 'COMPLETED')
    }
    this.#touched.clear()
  }

  /** The same of all processes that are known. */
  checkAll(state: GameState): void {
    for (const id of this.#flows.keys()) this.#touched.add(id)
    this.check(state)
  }

  /** Knows nothing any more: the game has become another one. */
  forget(): void {
    this.#flows.clear()
    this.#touched.clear()
  }

  #begin(id: string, definition: string): void {
    const design = designs.get(definition)
    if (design) this.#flows.set(id, naiveFlow(design))
    else this.#flows.delete(id)
    this.#touched.add(id)
  }

  /** Luck is with every task: the design of the simulation leaves no token to chance. */
  #perform(id: string, path: string): void {
    this.#flows.get(id)?.perform(path, () => true)
    this.#touched.add(id)
  }
}
