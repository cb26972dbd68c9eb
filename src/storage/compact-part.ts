import type { FilePart } from './parts-file.ts'

/** A part whose data is JSON text in UTF-8, which takes a fraction of the memory of the records. */
export type CompactPart = { readonly name: string; readonly json: Buffer } | Extract<FilePart, { bytes: Uint8Array }>

/** Returns a compact copy of a part. Later changes to the part's data do not affect it. */
export function compactPart(part: FilePart): CompactPart {
  if ('data' in part) return { name: part.name, json: Buffer.from(JSON.stringify(part.data)) }
  return { name: part.name, bytes: new Uint8Array(part.bytes) }
}

/** Returns the original part, in new objects. */
export function plainPart(part: CompactPart): FilePart {
  if ('json' in part) return { name: part.name, data: JSON.parse(part.json.toString()) as unknown }
  return { name: part.name, bytes: new Uint8Array(part.bytes) }
}

/** Returns the size of a part, in bytes. */
export function compactSize(part: CompactPart): number {
  return 'json' in part ? part.json.length : part.bytes.length
}
