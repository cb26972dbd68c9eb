import type { BoardChoice } from './options.ts'
import type { BoardDefinition } from './reading.ts'

/** Says which of the options that were given change nothing, since no board that is shown needs them. */
export function ignoredNotes(id: string, choice: BoardChoice, boards: readonly BoardDefinition[]): string[] {
  const merged = choice.merge.flatMap((list) => list.split(',')).map((item) => item.split('|'))
  const shown = boards.filter((board) => board.id === id || merged.some(([other]) => other === board.id))
  const board = boards.find((each) => each.id === id)
  const cycles = [choice.cycle ?? board?.cycles[0], ...merged.map(([, cycle]) => cycle)]
  const kinds = new Set(shown.map(({ scope }) => scope.type))
  return [
    ...(choice.team !== undefined && !kinds.has('team_instance')
      ? ['--team is ignored: this leaderboard does not rank within teams']
      : []),
    ...(choice.scope !== undefined && !kinds.has('custom')
      ? ['--scope is ignored: this leaderboard is not custom']
      : []),
    ...(choice.at !== undefined && cycles.every((cycle) => cycle === 'alltime')
      ? ['--at is ignored: the cycle alltime never ends; choose another one with --cycle']
      : []),
  ]
}
