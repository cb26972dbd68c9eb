import { Command as Commander, Option as CommanderOption } from 'commander'
import type { CommonOptions } from '../terminal/shell.ts'
import { commandTree } from './command-tree.ts'
import { type Command, type Option, isGroup, type Group } from './command.ts'
import { commonOptions } from './option.ts'
import { programVersion } from './package-root.ts'

/** Runs a command with its parsed values. */
type Runner = (command: Command, given: Readonly<Record<string, unknown>>) => Promise<void>

/**
 * Builds a commander program with the whole tree of commands. The arguments and options of a command are added when it
 * is called.
 */
export function buildCommander(run: Runner): Commander {
  const program = new Commander(commandTree.name)
    .description(commandTree.summary)
    .version(programVersion(), '--version', 'Show the version')
    .helpOption('-h, --help', 'Show help')
    .helpCommand('help [command...]', 'Show help for a command')
    .showSuggestionAfterError(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .exitOverride()
  addOptions(program, commonOptions)
  addCommands(program, commandTree, run)
  return program
}

/** Returns the values of the common options. If parsing failed, options after the error are absent. */
export function commonValues(program: Commander): CommonOptions {
  return optionValues(program, commonOptions) as unknown as CommonOptions
}

/** Adds our arguments, options and notes to a commander command. */
export function fillIn(target: Commander, command: Command): void {
  for (const argument of Object.values(command.arguments)) target.argument(argument.syntax, argument.about)
  addOptions(target, command.options)
  if (command.notes !== undefined) target.addHelpText('after', `\n${command.notes}`)
}

function addCommands(parent: Commander, group: Group, run: Runner): void {
  for (const node of group.commands) {
    const hidden = !isGroup(node) && node.hidden === true
    const child = parent.command(node.name, { hidden }).description(node.summary).helpCommand(false)
    if (!isGroup(node)) continue
    if (node.notes !== undefined) child.addHelpText('after', `\n${node.notes}`)
    addCommands(child, node, run)
  }
  parent.hook('preSubcommand', async (_, child) => {
    const node = group.commands.find(({ name }) => name === child.name())
    if (node === undefined || isGroup(node)) return
    const command = await node.load()
    fillIn(child, command)
    child.action(() => run(command, { ...argumentValues(child, command), ...optionValues(child, command.options) }))
  })
}

function addOptions(target: Commander, options: Readonly<Record<string, Option<unknown>>>): void {
  for (const option of Object.values(options)) {
    const declared = new CommanderOption(option.flags, option.about)
    if (option.parse !== undefined) {
      declared.argParser((text, before: unknown) => option.parse?.(text, before ?? option.absent))
    }
    target.addOption(declared)
  }
}

function optionValues(source: Commander, options: Readonly<Record<string, Option<unknown>>>): Record<string, unknown> {
  const values: Record<string, unknown> = source.opts()
  const valueOf = (option: Option<unknown>): unknown => {
    const declared = new CommanderOption(option.flags)
    const value = values[declared.attributeName()]
    // Commander stores `--no-color` as `color: false`; our value is true if the flag was given.
    return declared.negate ? value === false : (value ?? option.absent)
  }
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, valueOf(option)]))
}

function argumentValues(source: Commander, command: Command): Record<string, unknown> {
  const given: readonly unknown[] = source.processedArgs
  return Object.fromEntries(
    Object.entries(command.arguments).map(([name, argument], i) => [name, given[i] ?? argument.absent]),
  )
}
