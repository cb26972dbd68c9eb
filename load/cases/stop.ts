import { playerId } from '../../bench/game.ts'
import { requestText } from '../../bench/request-text.ts'
import type { Check, LoadCase } from '../load-case.ts'
import { playOn, playsKept } from '../playing.ts'
import { leaveAll, openWires } from '../wire.ts'

const CALLERS = 64
const ENDLESS = Number.MAX_SAFE_INTEGER
const LOOK_MS = 10
/** A stop in the middle of everything, and a start on what it left. */
export const stop: LoadCase = {
  name: 'stop',
  title: 'SIGTERM in the middle of idle, slow, silent and busy connections, and a start on the same data',
  run: async (stage) => {
    const { service, ledger, connections, plays, stopMs } = stage
    const { authorization, port } = service
    const wires = await openWires(port, Math.floor(connections / 2))
    const ask = (method: string, target: string): string => requestText(method, target, authorization, '')
    const begun = (target: string): string =>
      `${target} HTTP/1.1\r\nHost: localhost\r\nauthorization: ${authorization}\r\n`
    const loads: readonly string[] = [
      '',
      'POST /auth/token HTTP/1.1\r\nHo',
      `${begun('PUT /_gamify/state')}content-length: 1000000\r\n\r\n{`,
      `${begun('POST /_gamify/commands')}content-length: 1000000\r\n\r\n{`,
      `${begun('POST /v2/design/images')}content-type: multipart/form-data; boundary=b\r\ncontent-length: 90000\r\n\r\n--b`,
      ask('GET', '/_gamify/state'),
      ask('GET', '/_gamify/journal?follow=true'),
      ask('GET', `/v2/runtime/notifications/events?player_id=${playerId(0)}`),
    ]
    for (const [i, wire] of wires.entries()) {
      wire.stopReading()
      wire.send(loads[i % loads.length] ?? '')
    }
    const playing = playOn(service, ledger, CALLERS, ENDLESS)
    const before = ledger.answered
    while (ledger.answered < before + plays) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const ended = await service.stop()
    const played = await playing
    leaveAll(wires)
    stage.service = await stage.startAgain()
    const { lost, invented } = ledger.compare(await playsKept(stage.service))
    const checks: Check[] = [
      { what: 'it ends with 0', seen: `${ended.code}`, holds: ended.code === 0 },
      { what: `it ends within ${stopMs} ms`, seen: `${Math.round(ended.ms)} ms`, holds: ended.ms <= stopMs },
      { what: 'plays were under way', seen: `${played.answered} answered`, holds: played.answered >= plays },
      { what: 'no answered play is lost', seen: `${lost} of ${ledger.answered}`, holds: lost === 0 },
      { what: 'nothing was played that nobody sent', seen: `${invented}`, holds: invented === 0 },
    ]
    return checks
  },
}
