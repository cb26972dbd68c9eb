import { boardSuccesses } from './board-successes.ts'
import { designSuccesses } from './design-successes.ts'
import { joiningSuccesses } from './joining-successes.ts'
import { memberSuccesses } from './member-successes.ts'
import { playerSuccesses } from './player-successes.ts'
import { requestSuccesses } from './request-successes.ts'
import { subjectSuccesses } from './subject-successes.ts'
import type { Success } from './success-case.ts'

/** The table of successes of all routes of the interface: a part of it has its own file, which is named here. */
export const successCases: readonly Success[] = [
  ...playerSuccesses,
  ...subjectSuccesses,
  ...memberSuccesses,
  ...requestSuccesses,
  ...joiningSuccesses,
  ...boardSuccesses,
  ...designSuccesses,
]
