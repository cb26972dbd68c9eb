import { wildcardMatcher } from '../kernel/page.ts'
import type { Shape } from '../kernel/shapes.ts'
import type { foundProcessAnswer } from '../processes/answer-schema.ts'
import type { foundTeamAnswer } from '../teams/answer-schema.ts'
import type { SubjectReference } from './subject.ts'

/** A process or team as a search shows it. Spec 4.15 "Search". */
export type FoundSubject = Shape<typeof foundProcessAnswer | typeof foundTeamAnswer>

/** What a search shows of a process or team. */
export function foundSubject({ id, name }: SubjectReference, definition: SubjectReference): FoundSubject {
  return { id, name, definition: { id: definition.id, name: definition.name } }
}

/** Tells whether the id or the name of a process or team is as a pattern says. Spec 4.15 "Search". */
export function subjectMatcher(pattern: string): (subject: SubjectReference) => boolean {
  const matches = wildcardMatcher(pattern)
  return ({ id, name }) => matches(id) || matches(name)
}
