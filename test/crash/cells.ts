import { unlessStopped } from './fault-walk.ts'

/**
 * What each of several things may hold, as far as a program was told: one text, or more while it was being changed.
 * `NOTHING` stands for what is not there.
 */
export type Cells = Map<string, readonly string[]>

export const NOTHING = ''

export const newCells = (): Cells => new Map()

const textsIn = (cells: Cells, name: string): readonly string[] => cells.get(name) ?? [NOTHING]

/** Gives a thing another text; where that fails, it may have either. */
export function put(cells: Cells, name: string, text: string, run: () => Promise<unknown>): Promise<void> {
  return putAll(cells, [[name, text]], run)
}

/** The same for several things at once. */
export async function putAll(
  cells: Cells,
  texts: readonly (readonly [name: string, text: string])[],
  run: () => Promise<unknown>,
): Promise<void> {
  for (const [name, text] of texts) mayBe(cells, name, text)
  await unlessStopped(async () => {
    await run()
    for (const [name, text] of texts) cells.set(name, [text])
  })
}

/** From now on a thing may have this text too, and nobody promises either. */
export function mayBe(cells: Cells, name: string, text: string): void {
  cells.set(name, [...textsIn(cells, name), text])
}

/** What is wrong with a text that was found; what may be there, and no other, is right. */
export function problemWith(cells: Cells, name: string, text: string): string[] {
  const texts = textsIn(cells, name)
  return texts.includes(text)
    ? []
    : [`${name} holds ${JSON.stringify(text)} and not ${texts.map((one) => JSON.stringify(one)).join(' or ')}`]
}

/** The same where what a start has shown must stay: nothing else is right from now on. */
export function settles(cells: Cells, name: string, text: string): string[] {
  const problems = problemWith(cells, name, text)
  cells.set(name, [text])
  return problems
}
