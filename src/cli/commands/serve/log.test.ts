import { describe, expect, test } from 'vitest'
import type { CommonOptions } from '../../common-options.ts'
import { fakeIo } from '../../fake-io.ts'
import { createShell } from '../../shell.ts'
import { createLog, type Log } from './log.ts'

const at = Date.parse('2026-05-01T12:34:56.789Z')

/** What a log of a form writes. */
function written(form: 'pretty' | 'json' | 'silent', tell: (log: Log) => void): string {
  const io = fakeIo({ now: () => at })
  tell(createLog(form, createShell(io, {} as CommonOptions)))
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

  test('may be silent', () => {
    expect(written('silent', tellAll)).toBe('')
  })

  test('tells a defect with its id and where it arose', () => {
    const tell = (log: Log): void => log.defect({ id: 'abc', method: 'GET', path: '/x', error: new TypeError('oh') })
    expect(written('pretty', tell)).toMatch(/^12:34:56 defect abc in GET \/x\nTypeError: oh\n +at /)
    expect(JSON.parse(written('json', tell))).toMatchObject({
      level: 'error',
      id: 'abc',
      message: expect.stringMatching(/^TypeError: oh\n +at /),
    })
  })
})
