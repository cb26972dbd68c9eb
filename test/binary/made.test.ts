import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspect } from '../../scripts/binary/inspect.ts'
import { refuseIncomplete } from '../../scripts/binary/make-archive.ts'
import { type Target, targets } from '../../scripts/binary/targets.ts'

/** What every program carries, and what sharp loads on each system. */
const common = [
  'dist/main.cjs',
  'dist/libraries.cjs',
  'dist/log-libraries.cjs',
  'dist/trace-libraries.cjs',
  'dist/mcp-libraries.cjs',
  'dist/tui-libraries.js',
  'dist/simulate-worker.cjs',
  'dist/losses-worker.cjs',
  'dist/lab-worker.cjs',
  'dist/lab-page.js',
  'dist/studio/studio.json',
  'dist/studio/main-ABC.js.gz',
  'dist/redoc.standalone.js',
  'dist/LICENSES.txt',
  'docs/reference/cli.md',
  'templates/starter/gamify.json',
  'schemas/gamify.config.schema.json',
  'node_modules/sharp/dist/index.cjs',
  'node_modules/sharp/dist/index.mjs',
]
const libraries: Readonly<Record<string, readonly string[]>> = {
  'linux-x64': ['sharp-linux-x64/lib/sharp-linux-x64-0.35.5.node', 'sharp-libvips-linux-x64/lib/libvips-cpp.so.8.18.7'],
  'linux-arm64': ['sharp-linux-arm64/lib/s.node', 'sharp-libvips-linux-arm64/lib/libvips-cpp.so.8.18.7'],
  'macos-arm64': ['sharp-darwin-arm64/lib/s.node', 'sharp-libvips-darwin-arm64/lib/libvips-cpp.8.18.7.dylib'],
  'windows-x64': [
    'sharp-win32-x64/lib/s.node',
    'sharp-win32-x64/lib/libvips-42.dll',
    'sharp-win32-x64/lib/libvips-cpp-8.18.7.dll',
  ],
}
const filesOf = ({ name }: Target): readonly string[] => [
  ...common,
  ...(libraries[name] ?? []).map((path) => `node_modules/@img/${path}`),
]

/** How a program of each system begins, as its format says: the fields that tell the processor, and zeros. */
const heads: Readonly<Record<string, Buffer>> = {
  'linux-x64': headOf([0, Buffer.from('\x7fELF', 'latin1')], [18, Buffer.from([0x3e, 0])]),
  'linux-arm64': headOf([0, Buffer.from('\x7fELF', 'latin1')], [18, Buffer.from([0xb7, 0])]),
  'macos-arm64': headOf([0, Buffer.from([0xcf, 0xfa, 0xed, 0xfe, 0x0c, 0, 0, 0x01])]),
  'windows-x64': headOf(
    [0, Buffer.from('MZ')],
    [0x3c, Buffer.from([0x80, 0, 0, 0])],
    [0x80, Buffer.from('PE\0\0\x64\x86', 'latin1')],
  ),
}

function headOf(...fields: readonly (readonly [number, Buffer])[]): Buffer {
  const head = Buffer.alloc(4096)
  for (const [at, bytes] of fields) bytes.copy(head, at)
  return head
}

describe.each(targets)('the program for $name', (target) => {
  let directory = ''
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'gamify-made-'))
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  /** Writes such a file as the build makes, and looks into it. */
  const look = (head: Buffer | undefined, fuse: string, paths: readonly string[], name = '1.0.0-abc'): unknown => {
    const path = join(directory, target.file)
    const list = JSON.stringify({ name: '1.0.0-abc', files: paths.map((one) => ({ path: one, size: 1 })) })
    const sentinel = `NODE_SEA_FUSE_${'fce680ab2cc467b6e072b8b5df1996b2'}:${fuse}`
    writeFileSync(path, Buffer.concat([head ?? Buffer.alloc(0), Buffer.from(`${sentinel}\0${list}\0`)]))
    return inspect(path, target, name)
  }

  test('is known by its head, and by the package that it carries', () => {
    const files = filesOf(target)
    expect(look(heads[target.name], '1', files)).toMatchObject({ kind: target.magic.says, files: files.length })
  })

  test('is told from what is none', () => {
    const files = filesOf(target)
    for (const { name } of targets)
      if (name !== target.name)
        expect(() => look(heads[name], '1', files), name).toThrow(`does not have the format ${target.magic.says}`)
    expect(() => look(heads[target.name], '0', files)).toThrow('Node without the gamify package')
    expect(() => look(heads[target.name], '1', files, '1.0.0-other')).toThrow('does not contain the package')
    expect(() => look(heads[target.name], '1', files.slice(0, -1))).toThrow(`the program for ${target.name} would lack`)
  })

  test('is not made without any of what it needs', () => {
    const files = filesOf(target)
    expect(() => refuseIncomplete(files, target)).not.toThrow()
    for (const left of files)
      expect(
        () =>
          refuseIncomplete(
            files.filter((path) => path !== left),
            target,
          ),
        left,
      ).toThrow('would lack')
  })
})
