import { watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { knowsUnicode } from '../../terminal/render/paint.ts'
import type { Shell } from '../../terminal/shell.ts'
import { oldestNode } from '../package-root.ts'
import { failed, finding, type Finding } from './finding.ts'

/** Checks the version of Node. */
export function checkNode(version: string = process.versions.node): Finding {
  const oldest = oldestNode()
  const [is, needed] = [version, oldest].map((text) => text.split('.').map(Number))
  const at = needed?.findIndex((part, i) => part !== (is?.[i] ?? 0)) ?? -1
  const isOld = at >= 0 && (is?.[at] ?? 0) < (needed?.[at] ?? 0)
  if (!isOld) return finding('node', 'ok', version)
  return finding('node', 'problem', `this is ${version}, but gamify needs ${oldest}`, 'install a newer Node.js')
}

/** Checks whether Node keeps compiled code for later starts, and where. */
export function checkStart(directory: string | undefined): Finding {
  if (directory !== undefined) return finding('start', 'ok', `Node keeps compiled code in ${directory}`)
  const advice = 'set NODE_COMPILE_CACHE to a directory that you can write to, and unset NODE_DISABLE_COMPILE_CACHE'
  return finding('start', 'note', 'Node keeps no compiled code, so each start takes longer', advice)
}

/** Checks what the terminal can show. */
export function checkTerminal({ io, paint }: Shell): Finding {
  const isColoured = paint.good('') !== '' || paint.good('x') !== 'x'
  const colours = isColoured
    ? 'colours'
    : io.stdout.isTerminal
      ? 'no colours'
      : 'no colours because this is not a terminal'
  if (knowsUnicode(io.env)) return finding('terminal', 'ok', `${colours}, Unicode`)
  return finding('terminal', 'ok', `${colours}, ASCII`, 'set a locale such as LC_ALL=C.UTF-8 to see lines and bars')
}

/** Checks whether images can be uploaded. */
export async function checkImages(): Promise<Finding> {
  try {
    const { default: sharp } = await import('sharp')
    return finding('images', 'ok', `sharp ${sharp.versions.sharp ?? 'loads'}`)
  } catch (error) {
    const { message } = failed('images', error)
    const first = message.split('\n', 1)[0] ?? ''
    return finding(
      'images',
      'problem',
      `sharp cannot be loaded, so images cannot be uploaded: ${first}`,
      'reinstall gamify with its optional dependencies',
    )
  }
}

/** Checks whether the system reports changes in a directory. */
export async function checkWatching(directory: string): Promise<Finding> {
  try {
    watch(directory, { persistent: false }).close()
  } catch (error) {
    const advice = ['raise fs.inotify.max_user_watches and fs.inotify.max_user_instances, or serve with --poll']
    const { message } = failed('watching', error)
    return finding('watching', 'warning', `gamify cannot watch the design files: ${message}`, ...advice)
  }
  const [watches, instances] = await Promise.all([limitOf('max_user_watches'), limitOf('max_user_instances')])
  const limits = watches === undefined ? '' : ` (${watches} watches, ${instances} instances at most)`
  return finding('watching', 'ok', `gamify can watch files${limits}`)
}

/** Reads a limit of the system; undefined if the system does not have it. */
async function limitOf(name: string): Promise<string | undefined> {
  const text = await readFile(`/proc/sys/fs/inotify/${name}`, 'utf8').catch(() => undefined)
  return text?.trim()
}
