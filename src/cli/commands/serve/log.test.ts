import { describe, expect, test } from 'vitest'
import { fakeIo } from '../../../../test/support/fake-io.ts'
import { StorageError } from '../../../storage/storage-error.ts'
import { type CommonOptions, createShell } from '../../../terminal/shell.ts'
import type { Report } from './design-report.ts'
import { createLog, type Log, type LogForm } from './log.ts'

const at = Date.parse('2026-05-01T12:34:56.789Z')

/** What a log of a form writes. */
function written(form: LogForm, writeLine: (log: Log) => void, verbose = false): string {
  const io = fakeIo({ now: () => at, cwd: '/game' })
  writeLine(createLog(form, createShell(io, { verbose } as CommonOptions)))
  expect(io.written.stdout).toBe('')
  return io.written.stderr
}

describe('a log', () => {
  const tellAll = (log: Log): void => {
    log.request?.({ at, method: 'GET', path: '/v2/admin/\u001b[2J', status: 404, ms: 1.26, error: 'route_not_found' })
    log.request?.({ at, method: 'POST', path: '/auth/token', status: 200, ms: 0.04 })
    log.warn('the disk is slow')
  }

  test('for people has a line each, which no request can break', () => {
    expect(written('pretty', tellAll)).toBe(
      '12:34:56 GET /v2/admin/\\u{1b}[2J 404 route_not_found 1.3 ms\n' +
        '12:34:56 POST /auth/token 200 0.0 ms\n' +
        '12:34:56 warning the disk is slow\n',
    )
  })

  test('of events has a line each with its game time, and no requests', () => {
    const writeLine = (log: Log): void => {
      tellAll(log)
      log.event?.({ at, runtime: 'staging', sentence: 'neo joined the game' })
      log.event?.({ at, runtime: 'production', sentence: 'neo played Like' })
    }
    const [warning, ...events] = ['warning the disk is slow', 'neo joined the game', 'production: neo played Like']
    const lines = [`real time 12:34:56 ${warning}`, ...events.map((event) => `2026-05-01T12:34:56.789Z ${event}`)]
    expect(written('events', writeLine)).toBe(`${lines.join('\n')}\n`)
    const others = ['pretty', 'json', 'silent'] as const
    for (const form of others) written(form, (log) => expect(log.event, form).toBeUndefined())
  })

  test('for programs has an object each', () => {
    const time = '2026-05-01T12:34:56.789Z'
    expect(
      written('json', tellAll)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        time,
        level: 'info',
        method: 'GET',
        path: '/v2/admin/\u001b[2J',
        status: 404,
        ms: 1.26,
        error: 'route_not_found',
      },
      { time, level: 'info', method: 'POST', path: '/auth/token', status: 200, ms: 0.04 },
      { time, level: 'warning', message: 'the disk is slow' },
    ])
  })

  test('may be silent of all that is no defect', () => {
    expect(written('silent', tellAll)).toBe('')
  })

  const tellDefect = (log: Log): void =>
    log.defect({ id: 'abc', isStorage: false, method: 'GET', path: '/x', error: new TypeError('oh') })
  const asJson = { time: '2026-05-01T12:34:56.789Z', level: 'error', id: 'abc', method: 'GET', path: '/x' }

  test('tells a defect with its id, whatever its form', () => {
    const line = '12:34:56 defect abc in GET /x: TypeError: oh (--verbose shows where)\n'
    expect(written('pretty', tellDefect)).toBe(line)
    expect(written('silent', tellDefect)).toBe(line)
    expect(JSON.parse(written('json', tellDefect))).toEqual({ ...asJson, message: 'TypeError: oh' })
  })

  test('tells where a defect arose where that is asked for', () => {
    for (const form of ['pretty', 'silent'] as const) {
      expect(written(form, tellDefect, true)).toMatch(/^12:34:56 defect abc in GET \/x:\nTypeError: oh\n +at /)
    }
    expect(JSON.parse(written('json', tellDefect, true))).toEqual({
      ...asJson,
      message: 'TypeError: oh',
      stack: expect.stringMatching(/^TypeError: oh\n +at /),
    })
  })

  test('warns of what the storage fails in, which is no defect', () => {
    const error = new StorageError('x.ndjson is damaged')
    const writeLine = (log: Log): void => log.defect({ id: 'abc', isStorage: true, method: 'GET', path: '/x', error })
    expect(written('pretty', writeLine)).toBe('12:34:56 warning GET /x: x.ndjson is damaged\n')
    expect(written('silent', writeLine)).toBe('')
    const { id: _id, ...facts } = asJson
    expect(JSON.parse(written('json', writeLine))).toEqual({
      ...facts,
      level: 'warning',
      message: 'x.ndjson is damaged',
    })
  })
})

describe('news of the design', () => {
  const changes = ['metrics/xp: default 0 -> 10', 'actions/like: added', 'a', 'b', 'c']
  const problems = [
    { file: '/game/design/metrics/xp.json', line: 3, column: 11, message: 'name: expected string, found number' },
    { file: '/game/design/bootstrap.json', line: 1, column: 2, message: 'not JSON\u001b' },
  ]
  const changed = (count: number, isMended = false): Report => ({
    type: 'changed',
    isMended,
    changes: changes.slice(0, count),
    keptAside: [],
    renamed: [],
    lost: [],
  })

  const outOfLine = (levels: number, achievements: number, runtime: 'staging' | 'production' = 'staging'): Report => ({
    type: 'out of line',
    runtime,
    counts: {
      dry_run: true,
      players: levels + achievements,
      levels: { players: levels, changes: [] },
      achievements: { players: achievements, changes: [] },
      failed: { players: 0, error_description: null },
    },
  })

  const wrote = (more: Partial<Extract<Report, { type: 'written' }>>): Report => ({
    type: 'written',
    wrote: ['/game/design/metrics/xp.json'],
    removed: [],
    isMended: false,
    problems: [],
    ...more,
  })

  test.each<[Report, string]>([
    [changed(1), 'design metrics/xp: default 0 -> 10'],
    [changed(4), 'design metrics/xp: default 0 -> 10; actions/like: added; a; b'],
    [changed(5), 'design metrics/xp: default 0 -> 10; actions/like: added; a; and 2 more'],
    [changed(0), 'design saved; the design did not change'],
    [changed(0, true), 'design valid again'],
    [changed(1, true), 'design valid again: metrics/xp: default 0 -> 10'],
    [
      {
        type: 'changed',
        isMended: false,
        changes: ['metrics/x\u001b[2J: added'],
        keptAside: [],
        renamed: [],
        lost: [],
      },
      'design metrics/x\\u{1b}[2J: added',
    ],
    [
      {
        type: 'changed',
        isMended: false,
        changes: ['metrics/xp: added'],
        keptAside: [],
        renamed: [],
        lost: ['metrics/gold', 'rules/r'],
      },
      'warning metrics/xp: added\nthe files overwrote these changes of a route: metrics/gold, rules/r',
    ],
    [
      { ...changed(1), keptAside: [], renamed: ["2 players keep 'Bronze' of 'rank' as 'Copper'"] } as Report,
      "design metrics/xp: default 0 -> 10\n2 players keep 'Bronze' of 'rank' as 'Copper'",
    ],
    [
      outOfLine(2, 0),
      "warning 2 players do not have the level that the new rules give; run 'gamify design reevaluate'",
    ],
    [
      outOfLine(1, 0, 'production'),
      'warning production: 1 player does not have the level that the new rules give; ' +
        "run 'gamify design reevaluate --runtime production'",
    ],
    [
      outOfLine(1, 3),
      'warning 1 player does not have the level that the new rules give, ' +
        "and 3 players have earned an achievement that they do not have yet; run 'gamify design reevaluate'",
    ],
    [
      { type: 'broken', problems },
      'warning the design has problems; the last valid design stays active:\n' +
        'design/metrics/xp.json:3:11: name: expected string, found number\n' +
        'design/bootstrap.json:1:2: not JSON\\u{1b}',
    ],
    [{ type: 'images', isMended: false, changes: ['images/xp: added'] }, 'design images/xp: added'],
    [{ type: 'images', isMended: true, changes: [] }, 'design all images are valid again'],
    [
      { type: 'images', isMended: true, changes: ['images/\u001b: removed'] },
      'design all images are valid again: images/\\u{1b}: removed',
    ],
    [
      {
        type: 'broken images',
        problems: [{ file: '/game/design/images/\u001b.png', line: 1, column: 1, message: 'no' }],
      },
      'warning gamify cannot load some images, and keeps the earlier ones:\ndesign/images/\\u{1b}.png:1:1: no',
    ],
    [
      wrote({ removed: ['/game/design/actions/like.json'] }),
      'design wrote design/metrics/xp.json, removed design/actions/like.json; deploy it to use it on staging',
    ],
    [wrote({ isMended: true }), 'design wrote design/metrics/xp.json; valid again; deploy it to use it on staging'],
    [
      wrote({ problems }),
      'warning wrote design/metrics/xp.json\n' +
        'gamify cannot deploy the design that routes changed; the last valid design stays active:\n' +
        'design/metrics/xp.json:3:11: name: expected string, found number\n' +
        'design/bootstrap.json:1:2: not JSON\\u{1b}',
    ],
    [
      { type: 'differing', changes: changes.slice(0, 1) },
      'warning a route changed the design, so it differs from the files: metrics/xp: default 0 -> 10\n' +
        "run 'gamify design export --force' to write it into the files, or 'gamify serve --write-back' to write every change",
    ],
    [
      { type: 'images written', wrote: ['/game/design/images/a.png'], removed: ['/game/design/images/b.png'] },
      'design wrote design/images/a.png, removed design/images/b.png',
    ],
    [
      { type: 'images differing', changes: ['images/a: added', 'images/b: removed'] },
      'warning a route changed images, so they differ from the files: images/a: added; images/b: removed\n' +
        "run 'gamify serve --write-back' to write every change into the files",
    ],
    [
      { type: 'left', left: [{ name: 'metrics/xp', reason: 'its file changed in the meantime' }] },
      'warning gamify could not write these changes to the files: metrics/xp (its file changed in the meantime)',
    ],
  ])('%# are for people', (report, text) => {
    expect(written('pretty', (log) => log.design(report))).toBe(`12:34:56 ${text}\n`)
    expect(written('silent', (log) => log.design(report))).toBe('')
  })

  test('of a removed component tells where the scores of it is', () => {
    const report: Report = {
      type: 'changed',
      isMended: false,
      changes: [
        'leaderboards/top: removed',
        'rules/r: removed',
        'metrics/xp: default removed',
        'metrics/coins: removed',
      ],
      keptAside: ['leaderboards/top', 'metrics/coins'],
      renamed: [],
      lost: [],
    }
    expect(written('pretty', (log) => log.design(report)).split('\n')[1]).toBe(
      'the scores of leaderboards/top, metrics/coins stay hidden until you add it again',
    )
  })

  test.each<[Report, object]>([
    [
      { type: 'changed', isMended: false, changes: [], keptAside: [], renamed: [], lost: ['rules/r'] },
      { level: 'warning', design: 'changed', mended: false, changes: [], lost: ['rules/r'] },
    ],
    [changed(5), { level: 'info', design: 'changed', mended: false, changes }],
    [
      { type: 'broken', problems: problems.slice(0, 1) },
      { level: 'warning', design: 'broken', problems: [{ ...problems[0], file: 'design/metrics/xp.json' }] },
    ],
    [
      { type: 'images', isMended: true, changes: ['images/xp: changed'] },
      { level: 'info', design: 'images', mended: true, changes: ['images/xp: changed'] },
    ],
    [
      { type: 'broken images', problems: problems.slice(0, 1) },
      { level: 'warning', design: 'broken images', problems: [{ ...problems[0], file: 'design/metrics/xp.json' }] },
    ],
    [
      wrote({ isMended: true }),
      { level: 'info', design: 'written', wrote: ['design/metrics/xp.json'], removed: [], mended: true },
    ],
    [
      wrote({ problems: problems.slice(0, 1) }),
      {
        level: 'warning',
        design: 'written',
        wrote: ['design/metrics/xp.json'],
        removed: [],
        mended: false,
        problems: [{ ...problems[0], file: 'design/metrics/xp.json' }],
      },
    ],
    [
      { type: 'images written', wrote: ['/game/design/images/a.png'], removed: [] },
      { level: 'info', design: 'images written', wrote: ['design/images/a.png'], removed: [] },
    ],
    [
      { type: 'images differing', changes },
      { level: 'warning', design: 'images differing', changes },
    ],
    [
      { type: 'differing', changes },
      { level: 'warning', design: 'differing', changes },
    ],
    [
      { type: 'left', left: [{ name: 'metrics/xp', reason: 'r' }] },
      { level: 'warning', design: 'left', components: [{ name: 'metrics/xp', reason: 'r' }] },
    ],
  ])('%# are for programs', (report, facts) => {
    expect(JSON.parse(written('json', (log) => log.design(report)))).toEqual({
      time: '2026-05-01T12:34:56.789Z',
      ...facts,
    })
  })
})
