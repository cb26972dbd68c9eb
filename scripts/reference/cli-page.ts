import type { CommandHelp } from '../../src/cli/help.ts'
import { block, code, page, plain, table } from './markdown.ts'

/** Returns the page of commands, from the help of the program. */
export function cliPage(help: CommandHelp, surroundings: string): string {
  return page([
    '# Commands',
    `${help.summary}. [6.2](../interface/6-program.md#62-commands) explains the commands, and [6.3](../interface/6-program.md#63-serve) explains ${code('serve')}.`,
    '## Flags of every command',
    flagTable(help.options),
    '## Environment variables and exit codes',
    block('', surroundings),
    ...help.commands.flatMap((command) => commandParts(command, help)),
  ])
}

function commandParts(command: CommandHelp, { options: common }: CommandHelp): string[] {
  const isOwn = ({ flags }: CommandHelp['options'][number]): boolean => common.every((each) => each.flags !== flags)
  const isGroup = command.commands.length > 0
  const summary = `${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`
  if (isGroup)
    return [`## ${command.name}`, plain(summary), ...command.commands.flatMap((each) => leafParts(each, '###', isOwn))]
  return leafParts(command, '##', isOwn)
}

type IsOwn = (option: CommandHelp['options'][number]) => boolean

function leafParts(
  { name, summary, usage, arguments: given, options, examples }: CommandHelp,
  rank: string,
  isOwn: IsOwn,
): string[] {
  const own = options.filter(isOwn)
  return [
    `${rank} ${name}`,
    `${plain(summary.charAt(0).toUpperCase() + summary.slice(1))}: ${code(usage)}`,
    given.length === 0
      ? ''
      : table(
          ['Argument', 'What it is'],
          given.map((each) => [code(each.name), argumentText(each)]),
        ),
    own.length === 0 ? '' : flagTable(own),
    block('sh', examples.join('\n')),
  ]
}

const argumentText = ({ summary, required }: CommandHelp['arguments'][number]): string =>
  required ? plain(summary) : `${plain(summary)} (optional)`

const flagTable = (options: CommandHelp['options']): string =>
  table(
    ['Flag', 'What it does'],
    options.map(({ flags, summary }) => [code(flags), plain(summary)]),
  )
