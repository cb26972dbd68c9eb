import { isDeepStrictEqual } from 'node:util'
import type { ShownImage } from '../game/images/shown-image.ts'
import { imageSizes } from '../game/images/size.ts'
import { type Answer, isStream } from './answer.ts'
import type { JsonRow } from './row.ts'

/**
 * Returns what is wrong with an answer by its row's output schema, or undefined. Unknown fields are wrong as well. For
 * tests.
 */
export function answerProblem(row: JsonRow, json: string): string | undefined {
  const sent: unknown = JSON.parse(json)
  const parsed = row.out().safeParse(sent, { reportInput: true })
  if (!parsed.success) return parsed.error.message
  return isDeepStrictEqual(parsed.data, sent) ? undefined : 'the answer has fields that its schema does not name'
}

/** The beginning of a PNG: its signature, and the head of the chunk with its width and height. */
const PNG_BEGINNING = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')

/**
 * Checks the type, format and size of a picture, and returns its answer. Throws, or breaks off, if something is wrong.
 * For tests.
 */
export function checkedPicture(shown: ShownImage, answer: Answer): Answer {
  const { type, body } = answer
  if (isStream(body)) return { ...answer, body: checkedPieces(shown, type, body) }
  assertPicture(shown, type, body)
  return answer
}

/** Checks the first piece only, because it has all that is checked. */
async function* checkedPieces(
  shown: ShownImage,
  type: string,
  pieces: AsyncIterable<string | Buffer>,
): AsyncGenerator<string | Buffer> {
  let isFirst = true
  for await (const piece of pieces) {
    if (isFirst) assertPicture(shown, type, piece)
    isFirst = false
    yield piece
  }
}

function assertPicture(shown: ShownImage, type: string, beginning: string | Buffer): void {
  const problem = pictureProblem(shown, type, beginning)
  if (problem !== undefined) throw new Error(`an answer is not a valid image: ${problem}`)
}

function pictureProblem({ size }: ShownImage, type: string, body: string | Buffer): string | undefined {
  if (type !== 'image/png') return `its type is ${type}`
  if (!Buffer.isBuffer(body) || !body.subarray(0, PNG_BEGINNING.length).equals(PNG_BEGINNING)) return 'it is not a PNG'
  const side = imageSizes[size]
  const [width, height] = [body.readUInt32BE(PNG_BEGINNING.length), body.readUInt32BE(PNG_BEGINNING.length + 4)]
  return side === null || (width === side && height === side) ? undefined : `${size} is ${width} x ${height}`
}
