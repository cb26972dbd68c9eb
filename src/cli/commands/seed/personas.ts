import { quoted } from '../../../game/kernel/message-text.ts'
import { suggestion } from '../../../game/kernel/nearest.ts'
import type { Persona, Simulation } from '../../../lab/simulate/simulation.ts'
import { usageError } from '../../../terminal/cli-error.ts'

/** A persona that `--persona` can name. */
export interface NamedPersona {
  /** `<simulation>:<persona>` */
  readonly name: string
  readonly persona: Persona
  /** The number of players that the groups of its simulation have of it, at least 1. */
  readonly players: number
}

/**
 * Returns the personas with these names, each once. A name is `<persona>`, or `<simulation>:<persona>` if several
 * simulations have such a persona. Those of the project come before the built-in ones. Throws a usage error if there is
 * none, or more than one. Spec 6.2.
 */
export function choosePersonas(
  names: readonly string[],
  own: readonly Simulation[],
  builtIn: Simulation,
): readonly NamedPersona[] {
  const [ownPersonas, others] = [personasOf(own), personasOf([builtIn])]
  const choose = (name: string): NamedPersona => {
    const found = [ownPersonas, others].map((some) => some.filter((each) => isNamed(each, name)))
    return onlyOne(name, found.find((some) => some.length > 0) ?? [], [...ownPersonas, ...others])
  }
  return [...new Set(names.map(choose))]
}

function personasOf(simulations: readonly Simulation[]): readonly NamedPersona[] {
  return simulations.flatMap(({ id, personas, groups }) =>
    Object.values(personas).map((persona) => {
      const own = groups.filter((group) => group.persona === persona.id)
      const players = own.reduce((sum, group) => sum + group.players, 0)
      return { name: `${id}:${persona.id}`, persona, players: Math.max(1, players) }
    }),
  )
}

const isNamed = ({ name, persona }: NamedPersona, text: string): boolean => name === text || persona.id === text

function onlyOne(name: string, found: readonly NamedPersona[], known: readonly NamedPersona[]): NamedPersona {
  const [only, ...others] = found
  if (only && others.length === 0) return only
  const listed = (some: readonly NamedPersona[]): string => some.map((each) => each.name).join(', ')
  if (only) throw usageError(`several simulations have a persona ${quoted(name)}`, `name one of them: ${listed(found)}`)
  const words = known.map((each) => (name.includes(':') ? each.name : each.persona.id))
  throw usageError(
    `no simulation has a persona ${quoted(name)}${suggestion(name, words)}`,
    `the personas are: ${listed(known)}`,
  )
}
