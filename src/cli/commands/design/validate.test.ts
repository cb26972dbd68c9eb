import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gamify } from '../../../../test/support/fake-io.ts'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-validate-'))
})
afterEach(() => rm(cwd, { recursive: true }))

async function writeBroken(directory: string): Promise<void> {
  await mkdir(join(cwd, directory, 'metrics'), { recursive: true })
  await writeFile(
    join(cwd, directory, 'metrics/xp.json'),
    '{\n  "id": "xp",\n  "name": "XP",\n  "type": "point",\n  "colour": "red"\n}',
  )
  await writeFile(join(cwd, directory, 'bootstrap.json'), '{')
}

/** An image of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const metric = (id: string) => ({ id, name: id, type: 'point' })

describe('gamify design validate', () => {
  test('tells every problem as file, line and column, and ends with 1', async () => {
    await writeBroken('design')
    expect(await gamify('design validate', { cwd })).toEqual({
      code: 1,
      stdout: `design/bootstrap.json:1:2: not JSON: expected '}'\ndesign/metrics/xp.json:5:13: colour: unknown field 'colour'\n`,
      stderr: '2 problems\n',
    })
  })

  test('as JSON gives { valid, problems }', async () => {
    await writeBroken('game')
    const { code, stdout, stderr } = await gamify('design validate --design game --json', { cwd })
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      valid: false,
      problems: [
        { file: 'game/bootstrap.json', line: 1, column: 2 },
        { file: 'game/metrics/xp.json', line: 5, column: 13, message: expect.stringContaining('colour') },
      ],
    })
  })

  test('says how much there is, and when there is nothing', async () => {
    const write = async (path: string, content: unknown): Promise<void> => {
      await mkdir(join(cwd, 'design', path, '..'), { recursive: true })
      await writeFile(join(cwd, 'design', path), JSON.stringify(content))
    }
    await mkdir(join(cwd, 'design'))
    expect(await gamify('design validate', { cwd })).toMatchObject({ code: 0, stdout: 'valid: design (empty)\n' })
    await write('metrics/all.json', [metric('xp'), metric('gold')])
    await write('actions/like.json', { id: 'like', name: 'Like', rules: [] })
    await mkdir(join(cwd, 'design/images'))
    await writeFile(join(cwd, 'design/images/coin.png'), png)
    const stdout = "valid: design (2 metrics, 1 action, 1 image), 2 warnings of 'gamify design lint'\n"
    expect(await gamify('design validate', { cwd })).toMatchObject({ code: 0, stdout })
    const asJson = await gamify('design validate --json', { cwd })
    expect(asJson).toMatchObject({ code: 0, stdout: '{"valid":true,"problems":[]}\n' })
  })

  test('tells of files that nothing reads, those of images too', async () => {
    await mkdir(join(cwd, 'design/images'), { recursive: true })
    for (const name of ['images/coin.jpg', 'like.json', 'images/default-team.png'])
      await writeFile(join(cwd, 'design', name), '{}')
    const expected = 'metrics, actions, processes, teams, rules, leaderboards'
    expect(await gamify('design validate', { cwd })).toEqual({
      code: 1,
      stdout:
        'design/images/coin.jpg:1:1: gamify does not read this file; expected a name ending in .png\n' +
        'design/images/default-team.png:1:1: is the name of a built-in image; use another name\n' +
        `design/like.json:1:1: unknown file 'like.json'; move it to the directory of its kind: ${expected}\n`,
      stderr: '3 problems\n',
    })
  })

  test('looks into images, as a game that takes them does', async () => {
    await mkdir(join(cwd, 'design/images'), { recursive: true })
    await writeFile(join(cwd, 'design/images/coin.png'), png)
    await writeFile(join(cwd, 'design/images/gold.png'), 'hello')
    expect(await gamify('design validate', { cwd })).toEqual({
      code: 1,
      stdout: 'design/images/gold.png:1:1: The file is not a PNG, JPEG, WebP or GIF image\n',
      stderr: '1 problem\n',
    })
  })

  test('warns of an image that no file is, which is no problem', async () => {
    await mkdir(join(cwd, 'design/metrics'), { recursive: true })
    await mkdir(join(cwd, 'design/images'))
    await writeFile(join(cwd, 'design/images/coin.png'), png)
    const uploaded = { ...metric('gold'), image: '0123456789abcdef01234567' }
    await writeFile(
      join(cwd, 'design/metrics/all.json'),
      JSON.stringify([{ ...metric('xp'), image: 'coim' }, uploaded]),
    )
    expect(await gamify('design validate', { cwd })).toEqual({
      code: 0,
      stdout: "valid: design (2 metrics, 1 image), 2 warnings of 'gamify design lint'\n",
      stderr: "warning: design/metrics/all.json:1:48: image: unknown image 'coim' (did you mean 'coin'?)\n",
    })
    const { code, stdout } = await gamify('design validate --json', { cwd })
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 0,
      valid: true,
      problems: [],
      warnings: { length: 1 },
    })
  })

  test('warns of a state that a level rule and a reward set, which is no problem', async () => {
    await mkdir(join(cwd, 'design'))
    const files = {
      metrics: [metric('xp'), { ...metric('rank'), type: 'state', constraints: { states: [{ name: 'Gold' }] } }],
      rules: [
        {
          id: 'ladder',
          name: 'Ladder',
          type: 'level',
          base_metric: 'xp',
          level_metric: 'rank',
          levels: [{ rank: 'Gold' }],
        },
      ],
      actions: [
        {
          id: 'promote',
          name: 'Promote',
          rules: [{ rewards: [{ metric: { id: 'rank', type: 'state' }, verb: 'set', value: 'Gold' }] }],
        },
      ],
    }
    for (const [kind, components] of Object.entries(files)) {
      await mkdir(join(cwd, 'design', kind))
      await writeFile(join(cwd, 'design', kind, 'all.json'), JSON.stringify(components))
    }
    expect(await gamify('design validate', { cwd })).toEqual({
      code: 0,
      stdout: "valid: design (2 metrics, 1 action, 1 rule), 1 warning of 'gamify design lint'\n",
      stderr:
        "warning: design/actions/all.json:1:56: rules.0.rewards.0: level rule 'ladder' also sets state metric 'rank' " +
        'and overwrites this after each play; use another metric\n',
    })
  })

  test('warns of a formula that fails without an optional variable, at its place', async () => {
    const reward = { metric: { id: 'xp', type: 'point' }, verb: 'add', value: '100 / $vars.parts' }
    const share = {
      id: 'share',
      name: 'Share',
      variables: [{ name: 'parts', type: 'int' }],
      rules: [{ rewards: [reward] }],
    }
    await mkdir(join(cwd, 'design/metrics'), { recursive: true })
    await mkdir(join(cwd, 'design/actions'), { recursive: true })
    await writeFile(join(cwd, 'design/metrics/xp.json'), JSON.stringify(metric('xp')))
    await writeFile(join(cwd, 'design/actions/share.json'), JSON.stringify(share))
    expect(await gamify('design validate', { cwd })).toEqual({
      code: 0,
      stdout: "valid: design (1 metric, 1 action), 2 notes of 'gamify design lint'\n",
      stderr:
        'warning: design/actions/share.json:1:153: rules.0.rewards.0.value: this formula fails if a play leaves out the ' +
        "variable 'parts': division by zero; make it required or give it a default that works\n",
    })
  })

  test('tells the first hundred problems, and how many more there are', async () => {
    await mkdir(join(cwd, 'design/metrics'), { recursive: true })
    const broken = Array.from({ length: 3000 }, (_, i) => ({ ...metric(`m${i}`), colour: 'red' }))
    await writeFile(join(cwd, 'design/metrics/all.json'), JSON.stringify(broken))
    const { code, stdout, stderr } = await gamify('design validate', { cwd })
    expect({ code, lines: stdout.split('\n').length - 1, stderr }).toEqual({ code: 1, lines: 101, stderr: '' })
    expect(stdout).toMatch(/\ndesign:1:1: 2900 more problems\n$/)
    const { problems } = JSON.parse((await gamify('design validate --json', { cwd })).stdout)
    expect(problems).toHaveLength(101)
    expect(problems[100]).toEqual({ file: 'design', line: 1, column: 1, message: '2900 more problems' })
  })

  test('takes the directory by its name, as other commands of designs do', async () => {
    await writeBroken('before')
    const named = await gamify('design validate ./before', { cwd })
    expect(named).toMatchObject({ code: 1, stderr: '2 problems\n' })
    expect(await gamify('design validate --design before', { cwd })).toEqual(named)
  })

  test('takes what init writes', async () => {
    await gamify('init', { cwd })
    expect(await gamify('design validate', { cwd })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^valid: design \(4 metrics, 4 actions, \d rules, 1 leaderboard\), 1 note of 'gamify design lint'\n$/,
      ),
    })
  })

  test('takes the directory that gamify.json names, seen from below it too', async () => {
    await writeBroken('elsewhere')
    await writeFile(join(cwd, 'gamify.json'), '{ "design": "elsewhere" }')
    const { stdout } = await gamify('design validate', { cwd: join(cwd, 'elsewhere') })
    expect(stdout).toMatch(/^bootstrap\.json:1:2: /)
  })

  test('needs a directory', async () => {
    expect(await gamify('design validate', { cwd })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('no design directory'),
    })
    expect(await gamify('design validate --design none', { cwd })).toMatchObject({ code: 2 })
  })

  test.each(['validate', 'lint'])(
    '%s says that a named directory has no design, but accepts an empty one',
    async (verb) => {
      await mkdir(join(cwd, 'nothing'))
      expect(await gamify(`design ${verb} nothing`, { cwd })).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/nothing has no design files\n {2}name the directory of a design\n$/),
      })
      await writeFile(join(cwd, 'nothing/bootstrap.json'), '{}')
      expect(await gamify(`design ${verb} nothing`, { cwd })).toMatchObject({ code: 0 })
    },
  )

  test('needs a gamify.json that is right, where there is one', async () => {
    await writeBroken('design')
    await writeFile(join(cwd, 'gamify.json'), '{ "desing": "x" }')
    expect(await gamify('design validate', { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: gamify.json:1:13: desing: unknown field 'desing' (did you mean 'design'?)\n`,
    })
  })
})
