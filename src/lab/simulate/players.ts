import type { Design } from '../../game/design/design.ts'
import type { Choice, Group, Persona, Simulation } from './simulation.ts'

/** A simulated player: the number among those of the persona, from 1 on, and the place among all players. */
export interface SimulatedPlayer {
  readonly id: string
  readonly persona: Persona
  readonly place: number
  readonly joinDay: number
}

/** Players of one group in a row: the indices of the first and of the one after the last. */
export interface GroupRange {
  readonly group: number
  readonly from: number
  readonly to: number
}

/**
 * Players who can be simulated by themselves: one after the other, each in a game of its own, or together in one game if
 * they can meet.
 */
export interface Part {
  readonly together: boolean
  readonly ranges: readonly GroupRange[]
}

/** At most this number of players are simulated at a time, so that an interruption is noticed soon. */
const MAX_ALONE = 64

/** Splits the players of a simulation into parts, those who play together first. Spec 7 "All commands". */
export function partsOf(simulation: Simulation, design: Design): readonly Part[] {
  const circles = circlesOf(simulation, design)
  const rangesOf = (personas: ReadonlySet<string>): GroupRange[] =>
    simulation.groups.flatMap(({ persona, players }, group) =>
      personas.has(persona) ? [{ group, from: 0, to: players }] : [],
    )
  const together = circles.map(({ personas }): Part => ({ together: true, ranges: rangesOf(personas) }))
  const alone = simulation.groups.flatMap(({ persona, players }, group) =>
    circles.some(({ personas }) => personas.has(persona)) ? [] : partsAlone(group, players),
  )
  return [...together, ...alone]
}

function partsAlone(group: number, players: number): readonly Part[] {
  return Array.from({ length: Math.ceil(players / MAX_ALONE) }, (_, i) => {
    const from = i * MAX_ALONE
    return { together: false, ranges: [{ group, from, to: Math.min(from + MAX_ALONE, players) }] }
  })
}

/** Personas whose players can meet, and the definitions by which they do. */
interface Circle {
  readonly personas: ReadonlySet<string>
  readonly meetings: ReadonlySet<string>
}

/** Returns the circles of personas. Those who share a meeting, also by way of others, are in the same one. */
function circlesOf({ personas, groups }: Simulation, design: Design): readonly Circle[] {
  let circles: readonly Circle[] = []
  for (const id of new Set(groups.map(({ persona }) => persona))) {
    const meetings = new Set((personas[id]?.choices ?? []).flatMap((choice) => meetingIn(choice, design) ?? []))
    if (meetings.size === 0) continue
    const met = circles.filter((circle) => !circle.meetings.isDisjointFrom(meetings))
    const joined = met.reduce<Circle>(
      (all, circle) => ({
        personas: all.personas.union(circle.personas),
        meetings: all.meetings.union(circle.meetings),
      }),
      { personas: new Set([id]), meetings },
    )
    circles = [...circles.filter((circle) => !met.includes(circle)), joined]
  }
  return circles
}

/** Returns the name of what players meet in by a choice: a team, or a process whose number is limited for all together. */
function meetingIn(choice: Choice, { processes }: Design): string | undefined {
  if (choice.kind === 'team') return `team ${choice.team}`
  if (choice.kind !== 'process') return undefined
  const { maxGlobalInstances = Infinity, maxActiveGlobalInstances = Infinity } = processes.get(choice.process) ?? {}
  const isLimited = maxGlobalInstances !== Infinity || maxActiveGlobalInstances !== Infinity
  return isLimited ? `process ${choice.process}` : undefined
}

/** Returns the number of players who would join after the last day, so that they never play. Spec 7.1 "Groups". */
export function lateIn({ groups, days }: Simulation): number {
  const lateOf = ({ players, joinsOverDays }: Group): number =>
    players - Math.min(players, Math.ceil((players * days) / joinsOverDays))
  return groups.reduce((sum, group) => sum + lateOf(group), 0)
}

/** Returns the players of a range. Spec 7.1 "Groups". */
export function playersIn(simulation: Simulation, { group, from, to }: GroupRange): readonly SimulatedPlayer[] {
  const { personas, groups } = simulation
  const { persona: id, players, joinsOverDays } = groups[group] as Group
  const persona = personas[id] as Persona
  const before = groups.slice(0, group)
  const sum = (some: readonly Group[]): number => some.reduce((all, each) => all + each.players, 0)
  const [place, number] = [sum(before), sum(before.filter((each) => each.persona === id))]
  return Array.from({ length: to - from }, (_, offset) => {
    const i = from + offset
    const joinDay = 1 + Math.floor((i * joinsOverDays) / players)
    return { id: `${id}-${number + i + 1}`, persona, place: place + i, joinDay }
  })
}
