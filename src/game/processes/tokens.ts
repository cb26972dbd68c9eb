import { emptyNameMap, keyOf, getNamed, withNamed, type NameMap } from '../kernel/name-map.ts'
import type { Observer } from '../rules/observer.ts'
import type { Activity, Container, Flow, Gateway, ProcessNode } from './graph.ts'
import { MAX_TOKENS, type NodeChange, type NodeState } from './shapes.ts'

/** Where the tokens of a process are: the state of each node that one has reached, by path (`tour/visit`). Spec 4.9. */
export type Nodes = NameMap<NodeState>

/** The states of nodes after changes. */
export function withNodes(nodes: Nodes, changes: Iterable<NodeChange>): Nodes {
  const after: Record<string, NodeState> = { ...nodes }
  let gone = false
  for (const [path, state] of changes) {
    if (state) after[keyOf(path)] = state
    else {
      delete after[keyOf(path)]
      gone = true
    }
  }
  return gone ? { ...after } : after
}

/** States of nodes in the making: as they were, and what has become of them since. */
export interface NodesDraft {
  readonly before: Nodes
  readonly changed: Map<string, NodeState | null>
  /** Told the flows that tokens take. */
  readonly observer?: Pick<Observer, 'flowed'> | undefined
}

/** The state of a node as the draft has it. */
export function stateIn({ before, changed }: NodesDraft, path: string): NodeState | undefined {
  const now = changed.get(path)
  return now === undefined ? getNamed(before, path) : (now ?? undefined)
}

/** Tokens at a node. */
export function tokensIn(draft: NodesDraft, path: string): number {
  return stateIn(draft, path)?.tokens ?? 0
}

/** The states with which a container begins whose nodes are these, and the flows that tokens have taken by then. */
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
 * Sends a token along each flow, through gateways up to where it is performed, chosen or waits. As each gateway comes after
 * those that lead to it, all tokens that reach it in this move are there when it is looked at: it is looked at once.
 * Spec 4.9 "Flow".
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
    reached.set(to, upTo(tokens + (reached.get(to) ?? 0)))
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

/** Whether a node is one that is performed, rather than passed. */
export function isActivity(node: ProcessNode): node is Activity {
  return node.kind === 'task' || node.kind === 'sub_process'
}

const upTo = (tokens: number): number => Math.min(tokens, MAX_TOKENS)

/** Nothing is left to do at a node. */
export const COMPLETED: NodeState = { state: 'COMPLETED', tokens: 0 }

/** A node at which so many tokens are, each to be looked at anew. */
export function readyWith(tokens: number): NodeState {
  return tokens > 0 ? { state: 'READY', tokens } : COMPLETED
}

/** More tokens come to an activity; one that goes on is not disturbed. */
function addTokens(draft: NodesDraft, path: string, tokens: number): void {
  const before = stateIn(draft, path)
  const sum = upTo(tokens + (before?.tokens ?? 0))
  draft.changed.set(path, before?.state === 'ACTIVE' ? { ...before, tokens: sum } : { ...before, ...readyWith(sum) })
}

function addArrivals(draft: NodesDraft, path: string, by: string, tokens: number): void {
  const before = stateIn(draft, path) ?? COMPLETED
  const arrived = before.arrived ?? emptyNameMap
  draft.changed.set(path, { ...before, arrived: withNamed(arrived, by, upTo(tokens + (getNamed(arrived, by) ?? 0))) })
}

/** Takes in what has reached a gateway; gives how many tokens go on along each of its flows. */
function passGateway(draft: NodesDraft, gateway: Gateway, tokens: number): number {
  const { path, chooses, joins } = gateway
  if (joins.length > 0) return join(draft, gateway)
  draft.changed.set(path, chooses ? readyWith(upTo(tokens + tokensIn(draft, path))) : COMPLETED)
  return chooses ? 0 : tokens
}

/** Takes one token of each flow, as often as there is one of each. */
function join(draft: NodesDraft, { path, joins }: Gateway): number {
  const arrived = stateIn(draft, path)?.arrived ?? emptyNameMap
  const passing = Math.min(...joins.map((by) => getNamed(arrived, by) ?? 0))
  let left: NameMap<number> = emptyNameMap
  let tokens = 0
  for (const by of joins) {
    const waiting = (getNamed(arrived, by) ?? 0) - passing
    if (waiting === 0) continue
    left = withNamed(left, by, waiting)
    tokens += waiting
  }
  draft.changed.set(path, tokens > 0 ? { state: 'ACTIVE', tokens, arrived: left } : COMPLETED)
  return passing
}
