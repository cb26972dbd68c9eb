import type { Rate } from '../actions/rate.ts'
import type { Requirement } from '../rules/requirement.ts'
import type { Reward } from '../rules/reward.ts'
import type { NodeState } from './shapes.ts'

/** A flow as tokens take it. */
export interface Flow {
  /** Path of the node that it leads to. */
  readonly to: string
  /** The name under which a gateway there counts the tokens that come this way. */
  readonly by: string
}

interface NodeBase {
  readonly id: string
  /** `tour/visit`: the ids of the sub_processes around it, and its own. */
  readonly path: string
  readonly name: string
  readonly lane: string
  readonly out: readonly Flow[]
}

/** A reward of an activity, when it comes. Spec 4.9. */
export interface ActivityReward {
  readonly reward: Reward
  /** On every loop, and not on the last one only. */
  readonly recurring: boolean
  /** Path of the activity for which it waits. */
  readonly resolution: string | undefined
}

interface ActivityBase extends NodeBase {
  /** Paths of the sub_processes around it, the outermost first. */
  readonly within: readonly string[]
  /** Path of the exclusive gateway that offers it beside others. */
  readonly chooser: string | undefined
  /** How many times more than once it is performed for a token; may be Infinity. */
  readonly loop: number
  /** Whether it is tried again after bad luck. */
  readonly retry: boolean
  readonly probability: number
  readonly rate: Rate | undefined
  readonly requires: Requirement
  readonly rewards: readonly ActivityReward[]
}

/** What a player performs. */
export interface Task extends ActivityBase {
  readonly kind: 'task'
  /** Id of the trigger that performs it: `tour/visit:visit`. Spec 4.9 "Triggers". */
  readonly trigger: string
}

/** What is performed once all within it is: its rewards, luck and loops are of that moment, in the play that brings it. */
export interface SubProcess extends ActivityBase {
  readonly kind: 'sub_process'
  readonly inside: Container
}

export type Activity = Task | SubProcess

export interface Gateway extends NodeBase {
  readonly kind: 'parallel' | 'exclusive'
  /** Whether it holds its tokens until one of its branches is chosen. */
  readonly chooses: boolean
  /** The flows in, by name, of which it takes one token each to go on; none where it goes on at each arrival. */
  readonly joins: readonly string[]
}

export type ProcessNode = Activity | Gateway

/** Nodes among which tokens move: a process, or what is in a sub_process. */
export interface Container {
  readonly nodes: readonly ProcessNode[]
  /** Each after those that lead to it. */
  readonly gateways: readonly Gateway[]
  /** The states with which it begins, by path. */
  readonly initial: ReadonlyMap<string, NodeState>
  /** The flows that tokens have taken by then. */
  readonly taken: readonly Flow[]
}

/** A process as tokens run through it. */
export interface Graph {
  readonly root: Container
  /** All nodes by path. */
  readonly nodes: ReadonlyMap<string, ProcessNode>
}
