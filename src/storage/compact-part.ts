import type { FilePart } from './parts-file.ts'

/** A part whose data is JSON text in UTF-8: a fraction of what the records take. */
export type CompactPart = { readonly name: string; readonly json: Buffer } | Extract<FilePart, { bytes: Uint8Array }>

/** What is kept of a part in memory; later changes of what it was made of do not show. */
export function compactPart(part: FilePart): CompactPart {
  if ('data' in part) return { name: part.name, json: Buffer.from(JSON.stringify(part.data)) }
  return { name: part.name, bytes: new Uint8Array(part.bytes) }
}

/** The part as it was, in objects of its own. */
export function plainPart(part: CompactPart): FilePart {
  if ('json' in part) return { name: part.name, data: JSON.parse(part.json.toString()) as unknown }
  return { name: part.name, bytes: new Uint8Array(part.bytes) }
}

/** What a part takes, in bytes. */
export function compactSize(part: CompactPart): number {
  return 'json' in part ? part.json.length : part.bytes.length
}
