import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { run, shellCommand } from './spawned.ts'

test('--version tells the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    readonly version: string
  }
  const ended = await run(['--version'], { cwd: tmpdir() })
  expect(ended).toEqual({ code: 0, signal: null, stdout: `${version}\n`, stderr: '' })
})

test.skipIf(!existsSync('/dev/full'))('--version that cannot be written is told of in words', async () => {
  const line = `${shellCommand} --version > /dev/full`
  await expect(promisify(execFile)('sh', ['-c', line])).rejects.toMatchObject({
    code: 2,
    stderr: 'error: cannot write to stdout: no space left on device\n',
  })
})
