import type { Client } from '../../../client/client.ts'
import { ServiceError } from '../../../client/service-error.ts'
import type { DesignSource } from '../../../game/design/source.ts'
import { readVersion } from '../../../inspect/design-version.ts'
import type { LiveState } from '../../../interface/control-answers.ts'
import type { Lint } from '../../../lab/lint/lint.ts'
import { control } from '../../shell/control.ts'
import { useDeployedVersion, useGame, useLive, useOfDesign, type Loaded } from '../../shell/game.tsx'
import type { EditedKind } from './schemas.ts'

/** The design that is shown: the working design, or what was deployed at the moment that the address names. */
export function useDesign(): Loaded<DesignSource> {
  const { at } = useGame()
  const working = useLive((live) => live.working)
  return useOfDesign('shown', at ?? working, (client) => shownDesign(client, at))
}

/** Reads the working design, or what was deployed at a moment. */
export const shownDesign = (client: Client, at: string | undefined): Promise<DesignSource> =>
  at === undefined ? readVersion(client, 'latest') : deployedDesign(client)

/** The design that the runtime runs. */
export function useDeployed(): Loaded<DesignSource> {
  return useOfDesign('deployed', useDeployedVersion(), deployedDesign)
}

/** What identifies the working design and the one that the game runs. */
export const bothVersions = ({ working, design }: LiveState): string => `${working} ${design}`

const deployedDesign = (client: Client): Promise<DesignSource> => control(client, 'GET /_gamify/design/deployed')

/** A finding of a lint, at its component. Spec 7.3 "Lints". */
interface PlacedLint {
  readonly lint: string
  readonly kind: string
  readonly id: string
  readonly message: string
}

/** Splits the name of the component, `metrics/coins`. */
function placed({ id: lint, component, message }: Lint): PlacedLint {
  const [kind = '', id = ''] = component.split('/')
  return { lint, kind, id, message }
}

/** What the lints find in the working design; undefined where the program cannot lint. */
export function useLints(): readonly PlacedLint[] | undefined {
  const { at } = useGame()
  const working = useLive((live) => live.working)
  const lints = useOfDesign(
    'lints',
    working,
    async (client) => {
      const found = await ifThere(client.request('GET', '/_gamify/lab/lints'))
      return (found?.body as { readonly data: readonly Lint[] } | undefined)?.data.map(placed) ?? null
    },
    // They are about the working design, which a past moment does not show.
    at === undefined,
  )
  return lints.value ?? undefined
}

/** Resolves to what a route answers, or to undefined if there is no such route. */
export async function ifThere<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return undefined
    throw error
  }
}

/** Returns the component of a design; undefined if there is none. */
export function componentOf(design: DesignSource, kind: EditedKind, id: string): object | undefined {
  if (kind === 'bootstrap') return design.bootstrap as object
  return (design[kind] as readonly { readonly id?: unknown }[]).find((component) => component.id === id)
}

/** Returns a design with another value of a component. */
export function withComponent(design: DesignSource, kind: EditedKind, id: string, value: unknown): DesignSource {
  if (kind === 'bootstrap') return { ...design, bootstrap: value }
  const others = (design[kind] as readonly { readonly id?: unknown }[]).filter((component) => component.id !== id)
  return { ...design, [kind]: [...others, value] }
}
