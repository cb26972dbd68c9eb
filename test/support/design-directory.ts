import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A directory of this machine with a design in it, gone when the test is over. */
export interface DesignDirectory {
  /** What holds the design directory. */
  readonly project: string
  readonly design: string
  /** A path below the design directory. */
  readonly at: (path: string) => string
  /** Writes a file in place; text as it is, all else as JSON. */
  readonly write: (path: string, content: unknown) => Promise<void>
}

/** Makes a design directory with these files in it. */
export async function designDirectory(files: Readonly<Record<string, unknown>> = {}): Promise<DesignDirectory> {
  const project = await mkdtemp(join(tmpdir(), 'gamify-design-'))
  onTestFinished(() => rm(project, { recursive: true, force: true, maxRetries: 5 }))
  const design = join(project, 'design')
  const at = (path: string): string => join(design, path)
  const write = async (path: string, content: unknown): Promise<void> => {
    await mkdir(dirname(at(path)), { recursive: true })
    await writeFile(at(path), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
  await mkdir(design)
  for (const [path, content] of Object.entries(files)) await write(path, content)
  return { project, design, at, write }
}
