import type { Boards, EndedPeriod } from '../../game/leaderboards/boards.ts'

/** The periods of boards that are over, of all that are there. */
export function* finishedPeriods({ byId }: Boards): Generator<EndedPeriod, void, void> {
  for (const board of byId.values())
    for (const { cycle, finished } of board.cycles) for (const period of finished) yield { board, cycle, period }
}

/** The files that those lie in which are in one. */
export const periodFiles = (boards: Boards): string[] =>
  Array.from(finishedPeriods(boards)).flatMap(({ period }) => period.file ?? [])
