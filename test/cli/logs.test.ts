import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endAllHere, startHere } from './in-process.ts'
import { type ServedStarter, serveStarter, starter } from './served-game.ts'

let game: ServedStarter
beforeEach(async () => {
  game = await serveStarter()
  await game.run('player create neo')
  await game.run('play action lkie --as neo')
})
afterEach(async () => {
  await endAllHere()
  await game.stop()
})

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

describe('gamify logs', () => {
  test('prints the requests that were answered, oldest first, as serve logs them', async () => {
    const { code, stdout, stderr } = await game.run('logs')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const lines = linesOf(stdout)
    expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d POST \/v2\/admin\/players 200 \d+\.\d ms$/)
    expect(stdout).toContain('POST /v2/runtime/actions/lkie/play?player_id=neo 404 action_not_found ')
  })

  test('as JSON is the answer of the service', async () => {
    const { data, total } = (await game.json('logs')) as { data: object[]; total: number }
    expect(data.length).toBe(total)
    expect(data[1]).toMatchObject({ method: 'POST', path: '/v2/admin/players', status: 200, runtime: 'staging' })
  })

  test('followed goes on with what comes, until it is interrupted', async () => {
    const following = startHere(['logs', '--follow'], { cwd: starter, env: { GAMIFY_URL: game.url } })
    await following.says(/POST \/v2\/admin\/players 200/)
    await game.run('player create trinity')
    await following.says(/POST \/v2\/admin\/players 200[^]*POST \/v2\/admin\/players 200/)
    following.kill('SIGINT')
    expect(await following.ended).toMatchObject({ code: 130, stderr: '' })
  })

  test('followed with --json has an object per line', async () => {
    const following = startHere(['logs', '--follow', '--json'], { cwd: starter, env: { GAMIFY_URL: game.url } })
    await following.says(/lkie/)
    following.kill('SIGINT')
    const { stdout } = await following.ended
    for (const line of linesOf(stdout)) expect(JSON.parse(line)).toMatchObject({ method: expect.any(String) })
  })

  test('where no emulator is ends with 3', async () => {
    const env = { GAMIFY_URL: 'http://127.0.0.1:1' }
    for (const line of ['logs', 'logs --follow', 'open'])
      expect(await game.run(line, { env })).toMatchObject({ code: 3, stdout: '' })
  })
})
