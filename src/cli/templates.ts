import { join } from 'node:path'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'
import { packageRoot } from './package-root.ts'

const directory = join(packageRoot, 'templates')

/** A project to begin with. */
export interface Template {
  readonly name: string
  readonly summary: string
}

/** A file of a template: its path below the project, and its content. */
export interface TemplateFile {
  readonly path: string
  readonly content: Buffer
}

/** The templates that come with the program; what a template's game says of itself is its summary. */
export async function listTemplates(files: FileSystem): Promise<Template[]> {
  const names = await files.list(directory)
  return Promise.all(names.map(async (name) => ({ name, summary: await summaryOf(files, name) })))
}

/**
 * The files of a template, and the JSON Schemas that its editor settings refer to: a copy goes with the project, so that
 * editors find them however the program was installed.
 */
export async function readTemplate(files: FileSystem, name: string): Promise<TemplateFile[]> {
  const [own, schemas] = await Promise.all([
    readTree(files, join(directory, name), ''),
    readTree(files, packageRoot, 'schemas'),
  ])
  return [...own, ...schemas]
}

async function summaryOf(files: FileSystem, name: string): Promise<string> {
  const text = await files.readFile(join(directory, name, 'gamify.json'))
  const { game } = JSON.parse(text?.toString() ?? '{}') as { game?: { description?: string } }
  return game?.description ?? ''
}

async function readTree(files: FileSystem, root: string, below: string): Promise<TemplateFile[]> {
  const names = await files.list(join(root, below))
  const parts = await Promise.all(names.map((name) => readNode(files, root, join(below, name))))
  return parts.flat()
}

async function readNode(files: FileSystem, root: string, path: string): Promise<TemplateFile[]> {
  try {
    const content = await files.readFile(join(root, path))
    return content === undefined ? [] : [{ path: projectPath(path), content }]
  } catch (error) {
    if (hasCode(error, 'EISDIR')) return readTree(files, root, path)
    throw error
  }
}

/** npm leaves files named `.gitignore` out of packages, so a template has it without the dot. */
function projectPath(path: string): string {
  return path === 'gitignore' ? '.gitignore' : path
}
