import type { DesignSource } from '../../../game/design/source.ts'
import type { Layout } from '../../../graph/placed.ts'
import type { EditedKind } from './schemas.ts'

/** What the worker is asked: to draw the economy of a design, or to check a design. */
export type DesignTask =
  | { readonly task: 'draw'; readonly design: DesignSource; readonly title: string; readonly only?: readonly string[] }
  | { readonly task: 'check'; readonly design: DesignSource }

/** A problem of a component of a design. */
export interface DesignFinding {
  readonly kind: EditedKind
  readonly id: string
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** What the worker answers to each task. */
export interface DesignAnswers {
  readonly draw: Layout
  readonly check: readonly DesignFinding[]
}

/** The address of this module, which a worker runs: there it answers tasks, so that the page never stands still. */
export const workerAddress = import.meta.url

if (typeof document === 'undefined')
  addEventListener('message', ({ data }: MessageEvent<{ readonly number: number; readonly asked: DesignTask }>) => {
    void answer(data.asked).then(
      (value) => postMessage({ number: data.number, value }),
      (error: unknown) => postMessage({ number: data.number, problem: String(error) }),
    )
  })

async function answer(asked: DesignTask): Promise<unknown> {
  const { checkedDesign, economyLayout } = await import('./design-tasks.ts')
  return asked.task === 'draw' ? economyLayout(asked) : checkedDesign(asked.design)
}
