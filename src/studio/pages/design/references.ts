import type { DesignSource, Kind } from '../../../game/design/source.ts'

type Path = readonly (string | number)[]

/** Fields that hold the id of a metric themselves. */
const METRIC_FIELDS = new Set(['metric', 'base_metric', 'level_metric'])

/** Returns the ids of the components that the text at a path may name; none if it names nothing. */
export function idsFor(design: DesignSource, path: Path): readonly string[] {
  const kinds = kindsNamed(path)
  return kinds.flatMap((kind) => (design[kind] as readonly { readonly id: string }[]).map(({ id }) => id))
}

function kindsNamed(path: Path): readonly Kind[] {
  const steps = path.filter((step) => typeof step === 'string')
  const [before = '', last = ''] = [steps.at(-2), steps.at(-1)]
  if (METRIC_FIELDS.has(last) || (last === 'id' && METRIC_FIELDS.has(before))) return ['metrics']
  if (last === 'id' && before === 'context') return ['metrics', 'actions']
  if (last === 'id' && before === 'scope') return ['teams']
  if (last === 'definition_id' || last === 'definition') return steps.includes('processes') ? ['processes'] : ['teams']
  return []
}
