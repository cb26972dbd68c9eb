import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runHere } from './in-process.ts'
import { endAll, serve, type Ended } from './spawned.ts'

const quest = join(import.meta.dirname, '../../templates/quest')

describe('processes and teams on the command line', () => {
  let cwd: string
  let url: string
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'gamify-together-'))
    await cp(quest, cwd, { recursive: true })
    url = (await serve(['--memory'], { cwd })).url
    expect(await gamify('seed')).toMatchObject({ code: 0 })
  })
  afterAll(async () => {
    endAll()
    await rm(cwd, { recursive: true })
  })
  const gamify = (line: string): Promise<Ended> => runHere(line.split(' '), { cwd, env: { GAMIFY_URL: url } })

  test('a quest is listed, drawn, played and told of', async () => {
    expect((await gamify('process list')).stdout).toMatch(
      /^frodo\/mountain +To the mountain +expedition +ACTIVE +PUBLIC +frodo +2$/m,
    )
    const played = await gamify('play trigger frodo/mountain pack --as frodo')
    expect(played).toMatchObject({
      code: 0,
      stdout: "frodo performed Pack the bags in process 'frodo/mountain': XP 0 -> 10\n",
    })
    expect((await gamify('process triggers frodo/mountain --as sam')).stdout).toMatch(
      /^cave\/torch:torch +Light the torch +XP \+15$/m,
    )
    expect((await gamify('process show frodo/mountain')).stdout).toContain(
      'Light the torch      guide     ready  cave/torch:torch',
    )
  })

  test('what is wrong is told, with the nearest id', async () => {
    expect(await gamify('play trigger frodo/montain pack --as frodo')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/process_instance_not_found[^]*did you mean 'frodo\/mountain'/),
    })
    expect(await gamify('process create expedition')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--owner'),
    })
  })

  test('processes and teams are made, shown and deleted', async () => {
    expect((await gamify('process create expedition sam/hill --owner sam')).stdout).toBe('created sam/hill, PRIVATE\n')
    expect(await gamify('process delete sam/hill --yes')).toMatchObject({ code: 0 })
    expect(await gamify('process show sam/hill')).toMatchObject({ code: 1, stdout: '' })
    expect((await gamify('team create guild ents --access PUBLIC')).stdout).toBe('created ents, PUBLIC\n')
    expect((await gamify('team list')).stdout).toMatch(/^ents +\S+ +guild +PUBLIC +none$/m)
    expect((await gamify('team show fellowship')).stdout).toMatch(/^sam +Sam +member$/m)
    expect(await gamify('team delete ents --yes')).toMatchObject({ code: 0 })
    expect(JSON.parse((await gamify('team list --json')).stdout)).toMatchObject({ total: 1 })
  })
})
