import type { ActivityDesign, ContainerDesign, GatewayDesign } from '../../src/game/processes/container.ts'

/**
 * How tokens run through a process, told as simply as can be: a list of tokens in each container, moved one at a time,
 * every question answered by a look through lists. It shares no code with the engine, and forgives no cost. Spec 4.9.
 */
export interface NaiveFlow {
  /** Paths of the tasks that are offered, in the order of the design. */
  readonly offers: () => string[]
  /** State and tokens of every node at which there are any. */
  readonly states: () => Record<string, string>
  readonly isOver: () => boolean
  /** Performs a task; gives what came of it and of the sub_processes that it ended. Changes the flow. */
  readonly perform: (path: string, isLucky: (path: string) => boolean) => string[]
}

interface Token {
  node: string
  loops: number
  /** Number of the flow on which it came to a gateway where it waits. */
  via: number
  /** What goes on in the sub_process at which it is; undefined while it waits for another token to be through. */
  inside: Room | undefined
}

interface Room {
  readonly design: ContainerDesign
  readonly prefix: string
  tokens: Token[]
  /** Whether anything has been performed in it. */
  touched: boolean
}

const activitiesOf = ({ design }: Room): readonly ActivityDesign[] => design.activities ?? []
const gatewaysOf = ({ design }: Room): readonly GatewayDesign[] => design.gateways ?? []
const flowsOf = ({ design }: Room) => design.sequence_flows ?? []
const outOf = (room: Room, id: string) => flowsOf(room).filter(({ src }) => src === id)
const isChoice = (room: Room, { id, type }: GatewayDesign) => type === 'exclusive' && outOf(room, id).length > 1

/** The flow of a process that has just begun. */
export function naiveFlow(design: ContainerDesign): NaiveFlow {
  const root = enter(design, '')
  return {
    offers: () => offersIn(root),
    states: () => Object.fromEntries(statesIn(root)),
    isOver: () => root.tokens.length === 0,
    perform: (path, isLucky) => performIn(root, path.split('/'), isLucky),
  }
}

function enter(design: ContainerDesign, prefix: string): Room {
  const room: Room = { design, prefix, tokens: [], touched: false }
  for (const { id } of [...activitiesOf(room), ...gatewaysOf(room)])
    if (flowsOf(room).every(({ tgt }) => tgt !== id)) arrive(room, id, -1)
  return room
}

function arrive(room: Room, id: string, via: number): void {
  const gateway = gatewaysOf(room).find((each) => each.id === id)
  const token: Token = { node: id, loops: 0, via, inside: undefined }
  if (!gateway) {
    room.tokens.push(token)
    runSubProcesses(room)
    return
  }
  if (isChoice(room, gateway)) {
    room.tokens.push(token)
    return
  }
  const numbers = flowsOf(room).flatMap(({ tgt }, i) => (tgt === id ? [i] : []))
  if (gateway.type === 'parallel' && numbers.length > 1) {
    room.tokens.push(token)
    const first = numbers.map((i) => room.tokens.find((other) => other.node === id && other.via === i))
    if (first.includes(undefined)) return
    room.tokens = room.tokens.filter((other) => !first.includes(other))
  }
  leave(room, id)
}

function leave(room: Room, id: string): void {
  flowsOf(room).forEach(({ src, tgt }, i) => {
    if (src === id) arrive(room, tgt, i)
  })
}

/** The first token at each sub_process is in it. */
function runSubProcesses(room: Room): void {
  for (const activity of activitiesOf(room)) {
    const [first] = room.tokens.filter(({ node }) => node === activity.id)
    if (first && activity.type === 'sub_process') first.inside ??= enter(activity, `${room.prefix}${activity.id}/`)
  }
}

/** The token of the choice that has this activity for a branch. */
function choiceFor(room: Room, id: string): Token | undefined {
  const choice = gatewaysOf(room).find(
    (each) => isChoice(room, each) && outOf(room, each.id).some(({ tgt }) => tgt === id),
  )
  return choice && room.tokens.find(({ node }) => node === choice.id)
}

function offersIn(room: Room): string[] {
  return activitiesOf(room).flatMap((activity) => {
    const path = room.prefix + activity.id
    const own = room.tokens.find(({ node }) => node === activity.id)
    if (!own && !choiceFor(room, activity.id)) return []
    if (activity.type === 'task') return [path]
    return offersIn(own?.inside ?? enter(activity, `${path}/`))
  })
}

function statesIn(room: Room): [path: string, state: string][] {
  const found: [string, string][] = []
  for (const [node, tokens] of Map.groupBy(room.tokens, (token) => token.node)) {
    const gateway = gatewaysOf(room).find(({ id }) => id === node)
    const waits = gateway && !isChoice(room, gateway)
    const goesOn = tokens.some(({ loops, inside }) => (inside ? inside.touched : loops > 0))
    found.push([room.prefix + node, `${waits || goesOn ? 'ACTIVE' : 'READY'} ${tokens.length}`])
    for (const { inside } of tokens) if (inside) found.push(...statesIn(inside))
  }
  return found
}

function performIn(room: Room, [id = '', ...rest]: readonly string[], isLucky: (path: string) => boolean): string[] {
  room.touched = true
  const activity = activitiesOf(room).find((each) => each.id === id)
  if (!activity) throw new Error(`there is no ${id}`)
  const token = ownToken(room, id)
  runSubProcesses(room)
  const turns = token.inside ? performIn(token.inside, rest, isLucky) : []
  if (token.inside && token.inside.tokens.length > 0) return turns
  const path = room.prefix + id
  const outcome = turn(room, activity, token, isLucky(path))
  runSubProcesses(room)
  const hasMore = room.tokens.some(({ node }) => {
    const gateway = gatewaysOf(room).find((each) => each.id === node)
    return !gateway || isChoice(room, gateway)
  })
  if (!hasMore) room.tokens = []
  return [...turns, `${path} ${outcome}`]
}

/** A token at an activity, one that is in the middle of something first; else one of the choice, which goes there. */
function ownToken(room: Room, id: string): Token {
  const own = room.tokens.filter(({ node }) => node === id)
  const token = own.find(({ loops }) => loops > 0) ?? own[0] ?? choiceFor(room, id)
  if (!token) throw new Error(`${id} is not offered`)
  token.node = id
  return token
}

function turn(room: Room, activity: ActivityDesign, token: Token, lucky: boolean): string {
  token.inside = undefined
  if (!lucky && outOf(room, activity.id).some(({ retry }) => retry)) return 'failed'
  if (token.loops < Number(activity.loop ?? 0)) {
    token.loops += 1
    return 'looped'
  }
  room.tokens = room.tokens.filter((other) => other !== token)
  leave(room, activity.id)
  return 'done'
}
