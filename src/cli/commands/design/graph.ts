import { extname } from 'node:path'
import { compileDesign, type Design } from '../../../game/design/design.ts'
import { suggestion } from '../../../game/kernel/nearest.ts'
import { moreProblems } from '../../../game/kernel/problem-list.ts'
import { pathText } from '../../../game/kernel/schema-problems.ts'
import { processSchema, type ProcessDesign } from '../../../game/processes/design.ts'
import { economyGraph } from '../../../graph/economy-graph.ts'
import type { Graph } from '../../../graph/graph.ts'
import { mermaidOf } from '../../../graph/mermaid.ts'
import { processGraph } from '../../../graph/process-graph.ts'
import { svgOf } from '../../../graph/svg.ts'
import { readVersion } from '../../../inspect/design-version.ts'
import { isBroken, loadDesign } from '../../../project/load-design.ts'
import { printable } from '../../../sentences/printable.ts'
import { CliError, usageError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { loadProject, wrongConfiguration } from '../../../terminal/load-project.ts'
import { withService } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { defineCommand } from '../../command.ts'
import { existingDirectory, isInFiles, FILES } from '../../design-sides.ts'
import { choice, flag, optional, text } from '../../option.ts'
import { writeOutput } from '../../write-file.ts'

const formats = ['svg', 'mermaid'] as const
type Format = (typeof formats)[number]

/** `gamify design graph`: draws a process, or the economy of the game. Spec 6.2. */
export const graph = defineCommand({
  arguments: {
    process: optional('process', 'The process to draw (default: the only process of the design)', 'process definition'),
  },
  options: {
    economy: flag('--economy', 'Draw the economy: which actions feed which metrics, levels and badges'),
    format: choice('--format <format>', 'The format (default: from the file name, else svg)', formats),
    out: text('--out <file>', 'Write to this file instead of stdout; .svg, .mmd or .mermaid sets the format', 'file'),
    from: text('--from <design>', "The design to draw: 'latest' or a version of the running game, or a directory"),
  },
  examples: [
    'gamify design graph tour --out tour.svg',
    'gamify design graph --economy --out economy.svg',
    'gamify design graph tour --format mermaid',
  ],
  notes:
    'Draws the design files by default.\nWith --json: { format, graph } with the drawing as text, or { format, file }.',
  async run({ process: id, economy, format, out, from = FILES }, shell) {
    if (economy && id !== undefined)
      throw usageError('a process and --economy cannot be combined', `remove '${id}' or --economy`)
    const design = await readDesign(shell, from)
    const drawing = economy ? await economyOf(shell, design) : processGraph(processOf(design, id))
    const how = format ?? formatOf(out)
    const drawn = how === 'svg' ? svgOf(drawing) : mermaidOf(drawing)
    if (out === undefined) {
      shell.printJson(JSON.stringify({ format: how, graph: drawn }))
      shell.print(drawn.trimEnd())
      return
    }
    await writeOutput(shell, out, drawn)
    shell.printJson(JSON.stringify({ format: how, file: out }))
    shell.confirm(`${shell.paint.good('wrote')} ${printable(out)}`)
  },
})

/** The formats by file extension. */
const ENDINGS: ReadonlyMap<string, Format> = new Map([
  ['.svg', 'svg'],
  ['.mmd', 'mermaid'],
  ['.mermaid', 'mermaid'],
])

/** Returns the format for a file name. Throws a usage error for an unknown extension. */
function formatOf(file: string | undefined): Format {
  if (file === undefined) return 'svg'
  const ending = extname(file).toLowerCase()
  const named = ENDINGS.get(ending)
  if (named !== undefined) return named
  throw usageError(
    `gamify does not know the format of '${file}'`,
    `use a name that ends with ${[...ENDINGS.keys()].join(', ')}, or add --format`,
  )
}

/** Reads a design, which must be valid to be drawn. */
async function readDesign(shell: Shell, from: string): Promise<Design> {
  if (isInFiles(from)) {
    const loaded = await loadDesign(shell.io.files, await existingDirectory(shell, from))
    if (isBroken(loaded)) throw wrongConfiguration(loaded, shell.io.cwd)
    return loaded
  }
  const compiled = compileDesign(await withService(shell, ({ client }) => readVersion(client, from)))
  if ('source' in compiled) return compiled
  const { problems, more } = compiled
  const lines = problems.map(({ kind, id, path, message }) => `${kind}/${id ?? ''} ${pathText(path)}: ${message}`)
  throw new CliError([`${from} has problems:`, ...lines, ...(more > 0 ? [moreProblems(more)] : [])].join('\n'), {
    code: 'broken_design',
    exitCode: exitCode.refused,
  })
}

async function economyOf(shell: Shell, { source }: Design): Promise<Graph> {
  const { game } = await loadProject(shell)
  return economyGraph(source, `${game.title}: economy`)
}

function processOf({ source }: Design, id: string | undefined): ProcessDesign {
  const processes = source.processes.map((design) => processSchema.parse(design))
  const ids = processes.map((process) => process.id)
  const [only] = processes
  if (only === undefined)
    throw usageError('the design has no process to draw', '--economy draws the economy of the game')
  if (id === undefined) {
    if (processes.length === 1) return only
    throw usageError('which process?', `available: ${ids.join(', ')}`, '--economy draws the economy of the game')
  }
  const named = processes.find((process) => process.id === id)
  if (named !== undefined) return named
  throw usageError(`no process '${id}'${suggestion(id, ids)}`, `available: ${ids.join(', ')}`)
}
