import type { DesignSource } from '../../../game/design/source.ts'
import { giversOf, type Giver } from '../../../inspect/givers.ts'
import { control } from '../../shell/control.ts'
import { useDeployedVersion, useOfDesign, type Loaded } from '../../shell/game.tsx'

/** A metric of the design, as this page needs it. */
export interface PlayerMetric {
  readonly id: string
  readonly name: string
  readonly type: 'point' | 'compound' | 'state' | 'set'
  /** The names of its items or states. */
  readonly parts: readonly string[]
}

/** A rank of a rule of levels, with the score up to which it lasts. */
interface Level {
  readonly rank: string
  readonly threshold?: string
}

/** What this page needs of the design. */
export interface PlayerDesign {
  readonly metrics: readonly PlayerMetric[]
  /** The levels of each metric that has some, the lowest first. */
  readonly levels: ReadonlyMap<string, readonly Level[]>
  /** Returns what can give an item of a set, or a state. */
  readonly giversOf: (metric: string, part: string) => readonly Giver[]
}

interface DesignedMetric {
  readonly id: string
  readonly name: string
  readonly type: PlayerMetric['type']
  readonly constraints?: {
    readonly items?: readonly { readonly name: string }[]
    readonly states?: readonly { readonly name: string }[]
  }
}

interface DesignedRule {
  readonly type: string
  readonly level_metric?: string
  readonly levels?: readonly Level[]
}

/** Loads what this page needs of the design. */
export function usePlayerDesign(): Loaded<PlayerDesign> {
  return useOfDesign('players', useDeployedVersion(), async (client): Promise<PlayerDesign> => {
    const design = await control(client, 'GET /_gamify/design/deployed')
    const rules = design.rules as unknown as readonly DesignedRule[]
    return {
      metrics: (design.metrics as unknown as readonly DesignedMetric[]).map(({ id, name, type, constraints }) => ({
        id,
        name,
        type,
        parts: [...(constraints?.items ?? []), ...(constraints?.states ?? [])].map((part) => part.name),
      })),
      levels: new Map(
        rules.flatMap(({ type, level_metric: metric, levels = [] }): [string, readonly Level[]][] =>
          type === 'level' && metric !== undefined ? [[metric, levels]] : [],
        ),
      ),
      giversOf: (metric, part) => giversOf(design as unknown as DesignSource, metric, part),
    }
  })
}

/** Whether players can be sorted by a metric. */
export const isNumber = ({ type }: PlayerMetric): boolean => type === 'point' || type === 'compound'
