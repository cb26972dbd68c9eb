import type { Shape } from '../kernel/answer-shapes.ts'
import { wildcardMatcher } from '../kernel/page.ts'
import type { foundProcessAnswer } from '../processes/answer-schema.ts'
import type { foundTeamAnswer } from '../teams/answer-schema.ts'
import type { SubjectReference } from './subject.ts'

/** A process or team as a search shows it. Spec 4.15 "Search". */
export type FoundSubject = Shape<typeof foundProcessAnswer | typeof foundTeamAnswer>

/** Formats a process or team for a search result. */
export function foundSubject({ id, name }: SubjectReference, definition: SubjectReference): FoundSubject {
  return { id, name, definition: { id: definition.id, name: definition.name } }
}

/** Returns a function that matches the id or name of a process or team against a pattern. Spec 4.15 "Search". */
export function subjectMatcher(pattern: string): (subject: SubjectReference) => boolean {
  const matches = wildcardMatcher(pattern)
  return ({ id, name }) => matches(id) || matches(name)
}
