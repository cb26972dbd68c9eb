import type { Rate } from '../actions/rate.ts'
import type { Requirement } from '../rules/requirement.ts'
import type { Reward } from '../rules/reward.ts'
import type { NodeState } from './shapes.ts'

/** A flow that tokens can take. */
export interface Flow {
  /** The path of the node that it leads to. */
  readonly to: string
  /** The name under which a gateway there counts the tokens of this flow. */
  readonly by: string
}

interface NodeBase {
  readonly id: string
  /** The ids of the sub_processes around it and its own id, such as `tour/visit`. */
  readonly path: string
  readonly name: string
  readonly lane: string
  readonly out: readonly Flow[]
}

/** A reward of an activity, and when it is given. Spec 4.9. */
export interface ActivityReward {
  readonly reward: Reward
  /** Whether it is given on every loop rather than only on the last. */
  readonly recurring: boolean
  /** The path of the activity that it waits for. */
  readonly resolution: string | undefined
}

interface ActivityBase extends NodeBase {
  /** The paths of the sub_processes around it, outermost first. */
  readonly within: readonly string[]
  /** The path of the exclusive gateway that offers it as one of several branches. */
  readonly chooser: string | undefined
  /** How often it is repeated for each token. Can be Infinity. */
  readonly loop: number
  /** Whether it is tried again after an unsuccessful draw. */
  readonly retry: boolean
  readonly probability: number
  readonly rate: Rate | undefined
  readonly requires: Requirement
  readonly rewards: readonly ActivityReward[]
}

/** An activity that a player performs. */
export interface Task extends ActivityBase {
  readonly kind: 'task'
  /** The id of the trigger that performs it, such as `tour/visit:visit`. Spec 4.9 "Triggers". */
  readonly trigger: string
}

/**
 * An activity that is performed when everything in it has been. Its rewards, draw and loops happen in the play that
 * completes it.
 */
export interface SubProcess extends ActivityBase {
  readonly kind: 'sub_process'
  readonly inside: Container
}

/** A task or a sub_process. */
export type Activity = Task | SubProcess

/** A node that splits or joins flows. */
export interface Gateway extends NodeBase {
  readonly kind: 'parallel' | 'exclusive'
  /** Whether it keeps its tokens until a branch is chosen. */
  readonly chooses: boolean
  /**
   * The names of the incoming flows from each of which it takes one token to pass on. Empty if it passes on every token
   * that arrives.
   */
  readonly joins: readonly string[]
}

/** Any node of a process. */
export type ProcessNode = Activity | Gateway

/** The nodes of a process or sub_process. */
export interface Container {
  readonly nodes: readonly ProcessNode[]
  /** Each gateway comes after those that lead to it. */
  readonly gateways: readonly Gateway[]
  /** The states in which its nodes begin, by path. */
  readonly initial: ReadonlyMap<string, NodeState>
  /** The flows that tokens have taken to reach those states. */
  readonly taken: readonly Flow[]
}

/** A compiled process. */
export interface Graph {
  readonly root: Container
  /** All nodes by path. */
  readonly nodes: ReadonlyMap<string, ProcessNode>
}
