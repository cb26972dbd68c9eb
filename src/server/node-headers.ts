import { fault, isFault, type Fault } from '../game/kernel/fault.ts'
import { faultAnswer, type Answer } from './answer.ts'
import type { Call, Endpoint, MountedEndpoint, Wrapper } from './call.ts'

/** How old the answer to a read may be. Spec 9.2. */
export const CONSISTENCIES = ['linearizable', 'eventual'] as const

export type Consistency = (typeof CONSISTENCIES)[number]

/** A node of a game on several machines, as those who call it see it. */
export interface CalledNode {
  /** The position up to which it has the log. */
  readonly position: () => number
  /** How old the answer to a read may be that does not say so. */
  readonly reads: Consistency
  /** What applies while another node is the writer; undefined if this one is. */
  readonly follower?: FollowerReads | undefined
}

/** Which reads a node answers while another one is the writer. */
export interface FollowerReads {
  /** How old an answer of this node can be, in ms. */
  readonly lagMs: () => number
  /** Resolves to whether the node can answer a read as of now, or of the position `after` in the log. */
  readonly canAnswer: (after: number | undefined) => Promise<boolean>
  /** Gives a call to the node that can answer it. */
  readonly elsewhere: (call: Call) => Promise<Answer>
}

/** What a read asks of a node. */
interface Asked {
  readonly consistency: Consistency
  readonly after: number | undefined
}

/** Whether a node that follows the game answers calls of an endpoint. */
export const answersOnFollower = ({ isRead, isOfProcess, followerAnswers }: MountedEndpoint): boolean =>
  followerAnswers !== undefined || isRead === true || isOfProcess === true

/**
 * Adds what callers of a node see: a change tells its position in the log, and a read is as new as the caller asks. A read
 * that the node cannot answer goes elsewhere. Spec 9.2.
 */
export const onNode =
  (node: CalledNode): Wrapper =>
  (endpoint, mounted) => {
    if (mounted?.isOfProcess) return endpoint
    return async (call) => {
      if (isChange(call)) return withHeader(await endpoint(call), 'gamify-position', node.position())
      const asked = askedOf(call, node.reads)
      if (isFault(asked)) return faultAnswer(asked)
      if (!node.follower && (asked.after ?? 0) > node.position())
        return faultAnswer(
          badHeader(
            `'gamify-after' names position ${asked.after}, and the log of this game ends at ${node.position()}`,
          ),
        )
      return read(call, endpoint, { ...asked, node, isOurs: mounted?.followerAnswers?.(call) ?? true })
    }
  }

const isChange = ({ method }: Call): boolean => method !== 'GET' && method !== 'HEAD'

async function read(
  call: Call,
  endpoint: Endpoint,
  { consistency, after, node: { follower }, isOurs }: Asked & { readonly node: CalledNode; readonly isOurs: boolean },
): Promise<Answer> {
  if (follower && !isOurs) return follower.elsewhere(call)
  if (consistency === 'eventual' && after === undefined) {
    const lagMs = follower?.lagMs() ?? 0
    return withHeader(await endpoint(call), 'gamify-lag', lagMs)
  }
  if (follower && !(await follower.canAnswer(after))) return follower.elsewhere(call)
  return endpoint(call)
}

function askedOf(call: Call, byDefault: Consistency): Fault | Asked {
  const [name, after] = [call.header('gamify-consistency') ?? byDefault, call.header('gamify-after')]
  const consistency = CONSISTENCIES.find((each) => each === name)
  if (!consistency) return badHeader(`'gamify-consistency' must be ${CONSISTENCIES.join(' or ')}`)
  if (after !== undefined && !/^\d{1,15}$/.test(after))
    return badHeader("'gamify-after' must be a position, as an answer has in 'gamify-position'")
  return { consistency, after: after === undefined ? undefined : Number(after) }
}

const badHeader = (message: string): Fault => fault('invalid_request', { message: `The header ${message}` })

const EXPOSED = 'access-control-expose-headers'

function withHeader(answer: Answer, name: string, value: number): Answer {
  const { headers = {} } = answer
  const exposed = [headers[EXPOSED], name].filter((each) => each !== undefined).join(', ')
  return { ...answer, headers: { ...headers, [name]: `${value}`, [EXPOSED]: exposed } }
}
