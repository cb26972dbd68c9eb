import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NoticeListener } from '../../emulator/history/notices.ts'
import { fault, type Fault } from '../../game/kernel/fault.ts'
import type { Admitted } from './admission.ts'
import { MAX_WAITING_CHARS } from './notice-queue.ts'
import { StreamSession } from './session.ts'

const answer = 'AUTH_RESPONSE token player staging game neo'

/** A session over a line that takes each message when it is told to, and a game that says what `admit` resolves with. */
function session(admit: (admitted: Admitted) => Promise<Fault | Admitted> = async (admitted) => admitted) {
  const line = { sent: [] as string[], taken: [] as (() => void)[], ended: [] as ('finish' | 'cut')[] }
  const seats: NoticeListener[] = []
  const asked: unknown[] = []
  const admitted: Admitted = {
    player: 'neo',
    notices: {
      listen: (_player, listener) => {
        seats.push(listener)
        return { leave: () => void seats.splice(seats.indexOf(listener), 1), missedSince: () => Promise.reject() }
      },
    },
  }
  const opened = new StreamSession(
    {
      send: (message, taken) => {
        line.sent.push(message)
        line.taken.push(taken)
      },
      finish: () => void line.ended.push('finish'),
      cut: () => void line.ended.push('cut'),
    },
    (response) => {
      asked.push(response)
      return admit(admitted)
    },
  )
  const notify = (json: string): void => seats[0]?.notify({ id: 'id', json })
  return { opened, line, seats, asked, notify }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

describe('the handshake', () => {
  test('challenges, looks at the answer, and tells of each notification', async () => {
    const { opened, line, asked, notify } = session()
    expect(line.sent).toEqual(['AUTH_CHALLENGE'])
    opened.receive(answer)
    await settled()
    expect(asked).toEqual([{ token: 'token', environment: 'staging', gameId: 'game', playerId: 'neo' }])
    notify('{"a":1}')
    expect(line).toMatchObject({ sent: ['AUTH_CHALLENGE', 'AUTH_SUCCESS', 'NOTIFICATION {"a":1}'], ended: [] })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(line.ended).toEqual([])
  })

  test('tells why not, and closes the line behind it', async () => {
    const { opened, line, seats } = session(async () => fault('access_denied', { message: 'No such luck' }))
    opened.receive(answer)
    await settled()
    expect(line).toMatchObject({ sent: ['AUTH_CHALLENGE', 'AUTH_FAILED No such luck'], ended: ['finish'] })
    expect(seats).toEqual([])
  })

  test('is over after ten seconds without an answer', async () => {
    const { line } = session()
    await vi.advanceTimersByTimeAsync(9_999)
    expect(line.ended).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(line).toMatchObject({
      sent: ['AUTH_CHALLENGE', 'AUTH_FAILED The client did not answer the challenge in time'],
      ended: ['finish'],
    })
  })

  test.each([
    'AUTH_RESPONSE',
    'AUTH_RESPONSE token',
    'AUTH_RESPONSE token player staging game',
    'AUTH_RESPONSE token player staging game neo more',
    'AUTH_RESPONSE token admin staging game neo',
    'AUTH_RESPONSE  player staging game neo',
  ])('refuses %j, which answers nothing', (message) => {
    const { opened, line, asked } = session()
    opened.receive(message)
    expect(line.sent[1]).toMatch(/^AUTH_FAILED Expected AUTH_RESPONSE <token> player/)
    expect({ asked, ended: line.ended }).toEqual({ asked: [], ended: ['finish'] })
  })

  test.each(['', 'PING', 'AUTH_RESPONSES', Buffer.from(answer), undefined])('cuts off who says %j', (message) => {
    const { opened, line, asked } = session()
    opened.receive(message)
    expect({ asked, ...line }).toMatchObject({ asked: [], sent: ['AUTH_CHALLENGE'], ended: ['cut'] })
  })

  test('cuts off who says more while it looks, and gives no stream then', async () => {
    const { opened, line, seats } = session()
    opened.receive(answer)
    opened.receive(answer)
    await settled()
    expect(line).toMatchObject({ sent: ['AUTH_CHALLENGE'], ended: ['cut'] })
    expect(seats).toEqual([])
  })

  test('gives no stream to who has gone meanwhile', async () => {
    const { opened, line, seats } = session()
    opened.receive(answer)
    opened.end()
    await settled()
    expect(line).toMatchObject({ sent: ['AUTH_CHALLENGE'], ended: [] })
    expect(seats).toEqual([])
  })
})

describe('an open stream', () => {
  const open = async () => {
    const found = session()
    found.opened.receive(answer)
    await settled()
    return found
  }

  test('is cut off when too much waits for its reader', async () => {
    const { line, seats, notify } = await open()
    const json = 'x'.repeat(1000)
    const enough = Math.ceil(MAX_WAITING_CHARS / (json.length + 'NOTIFICATION '.length))
    for (let i = 0; i < enough; i += 1) notify(json)
    expect({ ended: line.ended, listening: seats.length }).toEqual({ ended: [], listening: 1 })
    notify(json)
    expect({ ended: line.ended, listening: seats.length }).toEqual({ ended: ['cut'], listening: 0 })
  })

  test('goes on as long as its reader takes what comes', async () => {
    const { line, notify } = await open()
    for (let i = 0; i < 1000; i += 1) {
      notify('x'.repeat(1000))
      for (const taken of line.taken.splice(0)) taken()
    }
    expect(line.ended).toEqual([])
  })

  test('is closed when no more will come, and leaves when the line is gone', async () => {
    const one = await open()
    one.seats[0]?.end()
    expect({ ended: one.line.ended, listening: one.seats.length }).toEqual({ ended: ['finish'], listening: 0 })
    const other = await open()
    other.opened.end()
    expect({ ended: other.line.ended, listening: other.seats.length }).toEqual({ ended: [], listening: 0 })
  })
})
