import { emptyNameMap, keyOf, getNamed, withNamed, type NameMap } from '../kernel/name-map.ts'
import type { Observer } from '../rules/observer.ts'
import type { Activity, Container, Flow, Gateway, ProcessNode } from './graph.ts'
import { MAX_TOKENS, type NodeChange, type NodeState } from './shapes.ts'

/** The states of the nodes that tokens have reached, by path (`tour/visit`). Spec 4.9. */
export type Nodes = NameMap<NodeState>

/** Returns states of nodes after changes. */
export function withNodes(nodes: Nodes, changes: Iterable<NodeChange>): Nodes {
  const after: Record<string, NodeState> = { ...nodes }
  let hasRemoved = false
  for (const [path, state] of changes) {
    if (state) after[keyOf(path)] = state
    else {
      delete after[keyOf(path)]
      hasRemoved = true
    }
  }
  return hasRemoved ? { ...after } : after
}

/** A draft of states of nodes: the states before, and their changes. */
export interface NodesDraft {
  readonly before: Nodes
  readonly changed: Map<string, NodeState | null>
  /** Receives the flows that tokens take. */
  readonly observer?: Pick<Observer, 'flowed'> | undefined
}

/** Returns the state of a node in the draft. */
export function stateIn({ before, changed }: NodesDraft, path: string): NodeState | undefined {
  const now = changed.get(path)
  return now === undefined ? getNamed(before, path) : (now ?? undefined)
}

/** Returns the number of tokens at a node. */
export function tokensIn(draft: NodesDraft, path: string): number {
  return stateIn(draft, path)?.tokens ?? 0
}

/** Returns the initial states of the nodes of a container, and the flows that tokens have taken to reach them. */
export function initialStates(
  nodes: ReadonlyMap<string, ProcessNode>,
  gateways: readonly Gateway[],
  starts: readonly Flow[],
): { readonly initial: ReadonlyMap<string, NodeState>; readonly taken: readonly Flow[] } {
  const initial = new Map<string, NodeState>()
  const taken: Flow[] = []
  const observer = { flowed: (flow: Flow) => void (starts.includes(flow) || taken.push(flow)) }
  moveTokens({ before: {}, changed: initial, observer }, nodes, gateways, starts)
  return { initial, taken }
}

/**
 * Moves a token along each flow, through gateways, to a node where it is performed, chosen or waits. Gateways are
 * sorted so that each comes after those that lead to it. All tokens that reach a gateway in this move have therefore
 * arrived when the gateway is processed, once. Spec 4.9 "Flow".
 */
export function moveTokens(
  draft: NodesDraft,
  nodes: ReadonlyMap<string, ProcessNode>,
  gateways: Container['gateways'],
  flows: readonly Flow[],
): void {
  const reached = new Map<string, number>()
  const send = (flow: Flow, tokens: number): void => {
    const { to, by } = flow
    draft.observer?.flowed(flow)
    const node = nodes.get(to)
    if (!node) throw new Error(`a flow leads to ${to}, which does not exist`)
    if (isActivity(node)) return addTokens(draft, to, tokens)
    if (node.joins.length > 0) addArrivals(draft, to, by, tokens)
    reached.set(to, capped(tokens + (reached.get(to) ?? 0)))
  }
  for (const flow of flows) send(flow, 1)
  for (const gateway of gateways) {
    if (reached.size === 0) return
    const tokens = reached.get(gateway.path)
    if (tokens === undefined) continue
    reached.delete(gateway.path)
    const passing = passGateway(draft, gateway, tokens)
    if (passing > 0) for (const flow of gateway.out) send(flow, passing)
  }
}

/** Whether a node is an activity rather than a gateway. */
export function isActivity(node: ProcessNode): node is Activity {
  return node.kind === 'task' || node.kind === 'sub_process'
}

const capped = (tokens: number): number => Math.min(tokens, MAX_TOKENS)

/** The state of a node with nothing left to do. */
export const COMPLETED: NodeState = { state: 'COMPLETED', tokens: 0 }

/** Returns the state of a node with this number of tokens, without loops. */
export function readyWith(tokens: number): NodeState {
  return tokens > 0 ? { state: 'READY', tokens } : COMPLETED
}

/** Adds tokens to an activity. An ACTIVE one stays ACTIVE. */
function addTokens(draft: NodesDraft, path: string, tokens: number): void {
  const before = stateIn(draft, path)
  const sum = capped(tokens + (before?.tokens ?? 0))
  draft.changed.set(path, before?.state === 'ACTIVE' ? { ...before, tokens: sum } : { ...before, ...readyWith(sum) })
}

function addArrivals(draft: NodesDraft, path: string, by: string, tokens: number): void {
  const before = stateIn(draft, path) ?? COMPLETED
  const arrived = before.arrived ?? emptyNameMap
  draft.changed.set(path, { ...before, arrived: withNamed(arrived, by, capped(tokens + (getNamed(arrived, by) ?? 0))) })
}

/** Processes the tokens that have reached a gateway. Returns how many tokens leave along each of its flows. */
function passGateway(draft: NodesDraft, gateway: Gateway, tokens: number): number {
  const { path, chooses, joins } = gateway
  if (joins.length > 0) return join(draft, gateway)
  draft.changed.set(path, chooses ? readyWith(capped(tokens + tokensIn(draft, path))) : COMPLETED)
  return chooses ? 0 : tokens
}

/** Removes one token of each flow, as often as every flow has one. */
function join(draft: NodesDraft, { path, joins }: Gateway): number {
  const arrived = stateIn(draft, path)?.arrived ?? emptyNameMap
  const passing = Math.min(...joins.map((by) => getNamed(arrived, by) ?? 0))
  let remaining: NameMap<number> = emptyNameMap
  let tokens = 0
  for (const by of joins) {
    const waiting = (getNamed(arrived, by) ?? 0) - passing
    if (waiting === 0) continue
    remaining = withNamed(remaining, by, waiting)
    tokens += waiting
  }
  draft.changed.set(path, tokens > 0 ? { state: 'ACTIVE', tokens, arrived: remaining } : COMPLETED)
  return passing
}
