import { describe, expect, test } from 'vitest'
import { fakeIo } from '../../../../test/support/fake-io.ts'
import type { CommonOptions } from '../../common-options.ts'
import { createShell } from '../../shell.ts'
import { createLog, type Log } from './log.ts'

const at = Date.parse('2026-05-01T12:34:56.789Z')

/** What a log of a form writes. */
function written(form: 'pretty' | 'json' | 'silent', tell: (log: Log) => void, verbose = false): string {
  const io = fakeIo({ now: () => at })
  tell(createLog(form, createShell(io, { verbose } as CommonOptions)))
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
    log.defect({ id: 'abc', method: 'GET', path: '/x', error: new TypeError('oh') })
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
})
