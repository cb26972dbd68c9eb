import type { Design } from '../../game/design/design.ts'
import { economyOf, type Economy, type Finding } from './economy.ts'
import { deadEnds, neverEnding } from './find-flow.ts'
import { freeLoops, pumps } from './find-gains.ts'
import { levelsOutOfReach, neverPlayable, ratesWithoutEffect, waste } from './find-playable.ts'
import { neverGiven, neverUsed, stillBoards } from './find-unused.ts'
import { lintIds, type LintId } from './lints.ts'

const finders: Readonly<Record<LintId, (economy: Economy) => Iterable<Finding>>> = {
  'never-given': neverGiven,
  'never-used': neverUsed,
  'never-playable': neverPlayable,
  'level-out-of-reach': levelsOutOfReach,
  'free-loop': freeLoops,
  pump: pumps,
  'dead-end': deadEnds,
  'never-ends': neverEnding,
  waste,
  'rate-without-effect': ratesWithoutEffect,
  'still-board': stillBoards,
}

/** Finds what a valid design most likely does not intend, in the order of the lints, then of the design. Spec 7.3 "Lints". */
export function lintDesign(design: Design): readonly Finding[] {
  const economy = economyOf(design)
  return lintIds.flatMap((id) => [...finders[id](economy)])
}
