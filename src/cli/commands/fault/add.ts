import { InvalidArgumentError } from 'commander'
import { control } from '../../../client/control.ts'
import { parseDuration } from '../../../game/kernel/duration.ts'
import { faultTable } from '../../../game/kernel/fault.ts'
import { suggestion } from '../../../game/kernel/nearest.ts'
import { MAX_RULE_DELAY_MS, parseRoutePattern } from '../../../interface/route-pattern.ts'
import { printable } from '../../../sentences/printable.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand, type Option } from '../../command.ts'
import { flag, integer, text as textOption } from '../../option.ts'
import { frequencyText, effectText } from './rule-text.ts'

const rate: Option<number | undefined> = {
  flags: '--rate <share>',
  about: 'The share of calls to affect, from 0 to 1',
  absent: undefined,
  parse(value) {
    if (/^(0?\.\d{1,15}|0|1(\.0*)?)$/.test(value)) return Number(value)
    throw new InvalidArgumentError('Expected a share from 0 to 1, such as 0.1.')
  },
}

const codes = Object.keys(faultTable)

const routeOption: Option<string | undefined> = {
  ...textOption(
    '--route <pattern>',
    'The calls to affect: METHOD /path. * or :name matches any method or path part, ** the rest of the path',
    'route',
  ),
  parse(value) {
    const pattern = parseRoutePattern(value)
    if (typeof pattern !== 'string') return value
    throw new InvalidArgumentError(`${pattern.replace(/^e/, 'E')}.`)
  },
}

const errorOption: Option<string | undefined> = {
  ...textOption('--error <code>', 'The error code to answer with (default: temporary_failure)', codes),
  parse(value) {
    if (codes.includes(value)) return value
    throw new InvalidArgumentError(`No such error${suggestion(value, codes)}.`)
  },
}

const delay: Option<number | undefined> = {
  flags: '--delay <duration>',
  about: 'Delay the call; without another effect, it then continues normally',
  absent: undefined,
  parse(value) {
    const ms = parseDuration(value)
    if (ms !== undefined && ms <= MAX_RULE_DELAY_MS) return ms
    throw new InvalidArgumentError(
      `Expected a duration such as '2s', '1m' or '500ms', of at most ${MAX_RULE_DELAY_MS / 1000} s.`,
    )
  },
}

/** `gamify fault add`: makes some calls of the service fail, wait, or be dropped. Spec 6.2, 6.6. */
export const add = defineCommand({
  arguments: {},
  options: {
    route: routeOption,
    rate,
    error: errorOption,
    delay,
    drop: flag('--drop', 'Drop the connection instead of answering'),
    times: integer('--times <n>', 'Affect at most this many calls (default: no limit)', 1, Number.MAX_SAFE_INTEGER),
  },
  examples: [
    "gamify fault add --route 'POST /v2/runtime/**' --rate 0.1",
    "gamify fault add --route 'GET /v2/runtime/leaderboards/*' --rate 1 --delay 2s",
    "gamify fault add --route '* /**' --rate 0.05 --drop --times 3",
  ],
  notes: [
    '--route and --rate are required.',
    'The seed of the game decides which calls are affected, so a repeated run affects the same calls.',
    'An affected call that gets an error or is dropped changes nothing. A rule lasts until you remove it or the emulator stops.',
  ].join('\n'),
  async run({ route, rate: share, error, delay: delayMs, drop, times }, shell) {
    if (route === undefined) throw usageError('the route is missing', "name the calls with --route 'METHOD /path'")
    if (share === undefined)
      throw usageError('the share of calls is missing', 'set the share with --rate; 1 means all calls')
    if (drop && error !== undefined)
      throw usageError('--drop and --error cannot be combined: a dropped call gets no answer', 'use only one of them')
    const rule = {
      route,
      rate: share,
      ...(error === undefined ? {} : { error }),
      ...(delayMs === undefined ? {} : { delay_ms: delayMs }),
      ...(drop ? { drop } : {}),
      ...(times === undefined ? {} : { times }),
    }
    const { text, body: made } = await withService(shell, ({ client }) =>
      control(client, 'POST /_gamify/faults', { body: rule }),
    )
    shell.printJson(text)
    shell.confirm(`${made.id}: ${printable(made.route)} ${effectText(made)} (${frequencyText(made)})`)
  },
})
