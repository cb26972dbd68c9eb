import type { DesignSource, Kind } from '../../game/design/source.ts'
import type { Graph } from '../../graph/graph.ts'
import type { Layout } from '../../graph/placed.ts'

/** What the worker is asked: to draw the economy of a design, to draw a graph, or to check a design. */
export type Task =
  | EconomyTask
  | { readonly task: 'graph'; readonly graph: Graph }
  | { readonly task: 'check'; readonly design: DesignSource }

/** Asks for the economy of a design, or only for the nodes of it that are named. */
export interface EconomyTask {
  readonly task: 'economy'
  readonly design: DesignSource
  readonly title: string
  readonly only?: readonly string[]
}

/** A problem of a component of a design, or of its bootstrap. */
export interface DesignFinding {
  readonly kind: Kind | 'bootstrap'
  readonly id: string
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** What the worker answers to each task. */
export interface TaskAnswers {
  readonly economy: Layout
  readonly graph: Layout
  readonly check: readonly DesignFinding[]
}

/** The address of this module, which a worker runs: there it answers tasks, so that the page never stands still. */
export const workerAddress = import.meta.url

if (typeof document === 'undefined')
  addEventListener('message', ({ data }: MessageEvent<{ readonly number: number; readonly asked: Task }>) => {
    void answer(data.asked).then(
      (value) => postMessage({ number: data.number, value }),
      (error: unknown) => postMessage({ number: data.number, problem: String(error) }),
    )
  })

async function answer(asked: Task): Promise<unknown> {
  switch (asked.task) {
    case 'economy':
      return (await import('./economy-task.ts')).economyLayout(asked)
    case 'graph':
      return (await import('../../graph/layout.ts')).layOut(asked.graph)
    case 'check':
      return (await import('./check-task.ts')).checkedDesign(asked.design)
  }
}
