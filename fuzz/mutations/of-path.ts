import { encoded, type Draft } from '../draft.ts'
import { oddText } from '../odd.ts'
import type { Random } from '../random.ts'
import type { Mutation, Mutations } from './mutation.ts'

/** Segments that no client means to send. */
const strange = ['%', '%zz', '%ff', '%E0%A4%A', '%00', '%2F', '%2f..%2f', '%5c', 'a;b=c', '+', '*', '~', "'", '%2e%2e']

/** Changes one segment of the path; one that stands for a parameter, where there is any. */
const ofSegment =
  (change: (...drawn: Parameters<Mutation>) => string, atTarget = false): Mutation =>
  (draft, random, known) => {
    const segments = draft.path.split('/')
    const parameters = parametersOf(draft)
    if (atTarget && parameters.length === 0) return undefined
    const which = parameters.length > 0 ? random.pick(parameters) : 1 + random.below(segments.length - 1)
    segments[which] = change(draft, random, known)
    return { ...draft, path: segments.join('/'), atTarget: false }
  }

/** Where the parameters stand among the segments. */
const parametersOf = ({ target: { path } }: Draft): readonly number[] =>
  path.split('/').flatMap((segment, i) => (segment.startsWith(':') ? [i] : []))

/** Rewrites the whole path. */
const rewritten =
  (change: (path: string, random: Random) => string): Mutation =>
  (draft, random) => ({ ...draft, path: change(draft.path, random), atTarget: false })

const inserted = (path: string, random: Random, what: string): string => {
  const segments = path.split('/')
  return segments.toSpliced(1 + random.below(segments.length), 0, what).join('/')
}

/** Damages to the path. */
export const pathMutations: Mutations = {
  'an odd id in the path': ofSegment((_, random) => encoded(oddText(random)), true),
  'another id in the path': ofSegment((_, random, known) => encoded(known.anyId(random)), true),
  'another id with its slashes in the path': ofSegment((_, random, known) => known.anyId(random), true),
  'a strange segment': ofSegment((_, random) => random.pick(strange)),
  'the template of the path': (draft) => ({ ...draft, path: draft.target.path, atTarget: false }),
  'a path with steps': rewritten((path, random) =>
    inserted(path, random, random.pick(['..', '.', '%2e', '..%2f', ''])),
  ),
  'a path with another end': rewritten((path, random) =>
    path.concat(random.pick(['/', '//', ';x', '/.', '/..', '%20', '.json', '/join', '/%2F', '#x', '?', '\\'])),
  ),
  'a path in other letters': rewritten((path, random) =>
    random.oneIn(2)
      ? path.toUpperCase()
      : path.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  ),
  'a path of another version': rewritten((path) =>
    path.replace(/^\/v\d/, (version) => (version === '/v1' ? '/v2' : '/v1')),
  ),
}
