import { join } from 'node:path'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'
import { packageRoot } from './package-root.ts'

const directory = join(packageRoot, 'templates')

/** The file beside the templates that each project gets: it tells coding agents how the project is tested. */
const FOR_ALL = 'AGENTS.md'

/** A template for a new project. */
export interface Template {
  readonly name: string
  readonly summary: string
}

/** A file of a template: its path in the project, and its content. */
export interface TemplateFile {
  readonly path: string
  readonly content: Buffer
}

/** Lists the templates of the program. The summary of a template is the description of its game. */
export async function listTemplates(files: FileSystem): Promise<Template[]> {
  const names = (await files.list(directory)).filter((name) => name !== FOR_ALL)
  return Promise.all(names.map(async (name) => ({ name, summary: await summaryOf(files, name) })))
}

/**
 * Reads the files of a template, those that each has, and the JSON Schemas that its editor settings refer to. The project gets its own copy
 * of the schemas, so that editors find them wherever the program is installed.
 */
export async function readTemplate(files: FileSystem, name: string): Promise<TemplateFile[]> {
  const [own, shared, schemas] = await Promise.all([
    readTree(files, join(directory, name), ''),
    readNode(files, directory, FOR_ALL),
    readTree(files, packageRoot, 'schemas'),
  ])
  return [...own, ...shared, ...schemas]
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

/** npm leaves files named `.gitignore` out of packages, so the template's file has no dot. */
function projectPath(path: string): string {
  return path === 'gitignore' ? '.gitignore' : path
}
