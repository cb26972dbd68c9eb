import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const tsc = join(import.meta.dirname, '../../node_modules/.bin/tsc')

/** Compiles files in a directory that has nothing else, and gives what the compiler says: nothing where all is right. */
export async function compile(
  files: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>>,
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'gamify-compile-'))
  try {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2024',
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
      ...options,
    }
    const config = { compilerOptions, files: Object.keys(files) }
    for (const [path, text] of Object.entries({ ...files, 'tsconfig.json': JSON.stringify(config) })) {
      await mkdir(dirname(join(directory, path)), { recursive: true })
      await writeFile(join(directory, path), text)
    }
    return await new Promise((resolve) => {
      execFile(tsc, ['-p', '.'], { cwd: directory, maxBuffer: 1 << 26 }, (_, stdout, stderr) =>
        resolve(stdout + stderr),
      )
    })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
