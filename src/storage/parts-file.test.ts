import { expect, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { readParts, writeParts, type FilePart } from './parts-file.ts'

test.each(['rows', 'board-rows', 'n'.repeat(100), 'a "b" \\', 'é'])(
  'bytes under the name %s are read as they were written',
  async (name) => {
    const fs = new SimulatedFileSystem(1)
    const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index * 7)
    const parts: FilePart[] = [
      { name, bytes },
      { name, data: '","bytes":"' },
      { name, bytes: new Uint8Array() },
    ]
    const header = { format: 1, program: '0', runtime: 'staging' }
    await writeParts(fs, 'file', header, parts)
    const read = await Array.fromAsync(readParts(fs, 'file', { format: 1, runtime: 'staging' }))
    expect(
      read.map((part) => ('bytes' in part ? { name: part.name, bytes: new Uint8Array(part.bytes) } : part)),
    ).toEqual(parts)
  },
)
