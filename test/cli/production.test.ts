import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { starterEachTest } from './served-game.ts'

const game = starterEachTest()
const production = '--runtime production'

const fixture = join(import.meta.dirname, '../../templates/quest/design')

describe('what destroys in production', () => {
  test.each([
    'player delete neo',
    'player reset neo',
    'team delete crew',
    'process delete tour',
    'state reset',
    'state import -',
    'snapshot restore mark',
    'snapshot delete mark',
    'rewind --to 2',
    `design import ${fixture}`,
  ])('needs --yes without a terminal: %s', async (line) => {
    await game.run(`player create neo ${production}`)
    await game.run(`snapshot save mark ${production}`)
    const before = (await game.run(`history ${production}`)).stdout
    const { code, stdout, stderr } = await game.run(`${line} ${production}`)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /^error: without a terminal, gamify cannot ask you to confirm this on production: .*\n {2}pass --yes, or choose staging with --runtime staging\n$/,
    )
    expect((await game.run(`history ${production}`)).stdout).toBe(before)
    expect((await game.run(`${line} --yes ${production}`)).stderr).not.toContain('needs --yes')
  })

  test('does not need it in staging', async () => {
    await game.run('player create neo')
    expect(await game.run('player delete neo')).toMatchObject({ code: 0 })
  })
})

describe('how to undo', () => {
  const lines = ['state reset', 'rewind --to 4', 'snapshot restore mark', 'state import -']
  test.each([...lines.map((line) => [line, '']), ...lines.map((line) => [`${line} --yes`, ` ${production}`])])(
    '%s%s is undone by the command that it prints, without a terminal',
    async (line, flags) => {
      if (flags !== '') await game.run(`design deploy${flags}`)
      await game.run(`player create neo${flags}`)
      const stdin = (await game.run(`state export${flags}`)).stdout
      await game.run(`snapshot save mark${flags}`)
      await game.run(`play action like --as neo --count 3${flags}`)
      const before = (await game.run(`player show neo${flags}`)).stdout
      const { code, stderr } = await game.run(`${line}${flags}`, { stdin })
      const [, undo = ''] = /^run 'gamify (.*)' to undo this$/m.exec(stderr) ?? []
      expect({ code, undo }).toEqual({ code: 0, undo: expect.stringMatching(/^snapshot restore before-/) })
      expect((await game.run(`player show neo${flags}`)).stdout).not.toBe(before)
      expect(await game.run(undo)).toMatchObject({ code: 0 })
      expect((await game.run(`player show neo${flags}`)).stdout).toBe(before)
    },
  )
})
