import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { keepsBlobs } from '../../../test/support/blobs-contract.ts'
import { SimulatedFileSystem } from '../../../test/support/simulated-fs.ts'
import { nodeFileSystem } from '../fs.ts'
import { directoryBlobs } from './blobs.ts'

describe('blobs in a directory', () => {
  const directory = mkdtempSync(join(tmpdir(), 'gamify-blobs-'))
  afterAll(() => rmSync(directory, { recursive: true }))
  keepsBlobs(() => directoryBlobs(nodeFileSystem(), join(directory, 'blobs')))
})

describe('blobs in a simulated directory', () => {
  const fs = new SimulatedFileSystem()
  keepsBlobs(() => directoryBlobs(fs, 'blobs'))
})
