import { belongingsSection } from './belongings.ts'
import { boardsSection } from './boards.ts'
import { flowsSection } from './flows.ts'
import { levelsSection } from './levels.ts'
import { milestonesSection } from './milestones.ts'
import type { Section } from './plot.ts'
import { presenceSection } from './presence.ts'
import { refusalsSection } from './refusals.ts'
import type { Shown } from './report-facts.ts'
import { scoresSection } from './scores.ts'

/** Returns all that a page shows of a report under its heading, for all players or those of a persona. Spec 7.5. */
export function sectionsOf(shown: Shown): readonly Section[] {
  return [
    levelsSection(shown),
    scoresSection(shown),
    flowsSection(shown),
    milestonesSection(shown),
    presenceSection(shown),
    refusalsSection(shown),
    belongingsSection(shown),
    boardsSection(shown),
  ]
}
