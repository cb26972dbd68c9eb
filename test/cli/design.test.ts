import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ServedStarter, serveStarter, starter } from './served-game.ts'

let game: ServedStarter
/** A project of its own, whose design is the one that is served. */
let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-design-'))
  await cp(starter, cwd, { recursive: true })
  game = await serveStarter()
})
afterEach(async () => {
  await game.stop()
  await rm(cwd, { recursive: true })
})

const run = (line: string, world: { answer?: string; env?: Record<string, string> } = {}) =>
  game.run(line, { cwd, ...world })
const json = async (line: string): Promise<unknown> => JSON.parse((await run(`${line} --json`)).stdout)
const ok = (stdout: string, stderr = '') => ({ code: 0, stdout: stdout === '' ? '' : `${stdout}\n`, stderr })

const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(join(cwd, path), 'utf8'))

async function write(path: string, content: unknown): Promise<void> {
  await mkdir(dirname(join(cwd, path)), { recursive: true })
  await writeFile(join(cwd, path), JSON.stringify(content))
}

/** Changes some fields of a file. */
async function change(path: string, fields: object): Promise<void> {
  await write(path, { ...((await read(path)) as object), ...fields })
}

const xpOf = (start: string) => ({ constraints: { default: start, min: '0', max: 'Infinity' } })

describe('gamify design diff', () => {
  test('tells what the files have that latest has not, as a person would say it', async () => {
    await change('design/metrics/xp.json', xpOf('10'))
    await write('design/actions/hug.json', { id: 'hug', name: 'Hug' })
    await rm(join(cwd, 'design/rules/welcome.json'))
    expect(await run('design diff')).toEqual(
      ok('metrics/xp: default 0 -> 10\nactions/hug: added\nrules/welcome: removed'),
    )
    expect(await json('design diff')).toMatchObject({
      differences: [
        { kind: 'metrics', id: 'xp', path: ['default'], change: 'changed', before: '0', after: '10' },
        { kind: 'actions', id: 'hug', path: [], change: 'added' },
        { kind: 'rules', id: 'welcome', path: [], change: 'removed' },
      ],
    })
  })

  test('says that there is no difference, and ends with 1 only when asked and there is one', async () => {
    expect(await run('design diff --exit-code')).toEqual(ok('', 'no difference between latest and files\n'))
    await change('design/metrics/xp.json', { name: 'Points' })
    expect(await run('design diff')).toMatchObject({ code: 0 })
    expect(await run('design diff --exit-code')).toEqual({
      code: 1,
      stdout: 'metrics/xp: name XP -> Points\n',
      stderr: '',
    })
    expect(await run('design diff --exit-code --json')).toMatchObject({ code: 1, stderr: '' })
  })

  test('compares two versions, a version with the files, and two directories without a service', async () => {
    await run('design deploy')
    await change('design/metrics/xp.json', xpOf('10'))
    await run('design import')
    await run('design deploy')
    expect(await run('design diff v1 v2')).toEqual(ok('metrics/xp: default 0 -> 10'))
    expect(await run('design diff v2 v1')).toEqual(ok('metrics/xp: default 10 -> 0'))
    expect(await run('design diff v1')).toEqual(ok('metrics/xp: default 0 -> 10'))
    expect(await run('design diff v2 latest')).toMatchObject({ code: 0, stdout: '' })
    const nobody = { env: { GAMIFY_URL: 'http://127.0.0.1:1' } }
    expect(await run(`design diff ${starter}/design ./design`, nobody)).toEqual(ok('metrics/xp: default 0 -> 10'))
    expect(await run('design diff', nobody)).toMatchObject({ code: 3, stdout: '' })
  })

  test('compares with the stash: what was saved last and not deployed', async () => {
    await change('design/metrics/xp.json', xpOf('10'))
    await run('design import')
    expect(await run('design diff stash files')).toMatchObject({ code: 0, stdout: '' })
    expect(await run(`design diff ${starter}/design stash`)).toEqual(ok('metrics/xp: default 0 -> 10'))
  })

  test('ends with 1 for a version that there is not, with 2 for files that are not there or broken', async () => {
    expect(await run('design diff v9')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: version_not_found: .*'v9'.*\n {2}.*latest/),
    })
    expect(await run('design diff latest ./none')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no design directory'),
    })
    await writeFile(join(cwd, 'design/metrics/xp.json'), '{ "id": }')
    expect(await run('design diff')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('error: design/metrics/xp.json:1:9: not JSON'),
    })
  })
})

describe('gamify design import', () => {
  test('makes the files latest, and tells what changed', async () => {
    await change('design/metrics/xp.json', xpOf('10'))
    await write('design/teams/guild.json', { id: 'guild', name: 'Guild' })
    await rm(join(cwd, 'design/rules/welcome.json'))
    await write('design/bootstrap.json', {})
    expect(await run('design import')).toEqual(
      ok(
        'metrics/xp: default 0 -> 10\nteams/guild: added\nrules/welcome: removed\nbootstrap: scores.xp removed\nbootstrap: scores.coins removed',
        'latest now matches design\n',
      ),
    )
    expect(await run('design diff')).toMatchObject({ stdout: '' })
    expect(await run('design import')).toEqual(ok('', 'latest already matches design\n'))
    expect(await json('design import')).toEqual({ differences: [] })
  })

  test('saves a compound after those that it reads, which may have read it before', async () => {
    const writePair = async (left: string, right: string): Promise<void> => {
      const compound = (id: string, formula: string) => ({ id, name: id, type: 'compound', constraints: { formula } })
      await write('design/metrics/left.json', compound('left', left))
      await write('design/metrics/right.json', compound('right', right))
    }
    for (const [left, right] of [
      ['$scores.xp', '$scores.left'],
      ['$scores.right', '$scores.xp'],
      ['$scores.xp', '$scores.left'],
    ] as const) {
      await writePair(left, right)
      expect(await run('design import --yes')).toMatchObject({ code: 0 })
      expect(await run('design diff')).toEqual(ok('', 'no difference between latest and files\n'))
    }
  })

  test('takes fields away, and turns a metric into another type', async () => {
    const { description: _, ...xp } = (await read('design/metrics/xp.json')) as Record<string, unknown>
    await write('design/metrics/xp.json', { ...xp, tags: ['a'] })
    await write('design/metrics/rank.json', {
      id: 'rank',
      name: 'Rank',
      type: 'state',
      constraints: { states: [{ name: 'Novice' }, { name: 'Bronze' }, { name: 'Silver' }, { name: 'Gold' }] },
    })
    await write('design/metrics/coins.json', { id: 'coins', name: 'Coins', type: 'point' })
    await run('design import')
    expect(await run('design diff --exit-code')).toMatchObject({ code: 0, stdout: '' })
  })

  test('brings nothing in of files with problems, and tells each place', async () => {
    await change('design/actions/like.json', {
      rules: [{ rewards: [{ metric: { id: 'xpp', type: 'point' }, verb: 'add', value: '1' }] }],
    })
    await change('design/metrics/xp.json', xpOf('10'))
    const { code, stdout, stderr } = await run('design import')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(
      /^error: design\/actions\/like\.json:1:\d+: rules\.0\.rewards\.0\.metric\.id: unknown metric 'xpp'/,
    )
    expect(await run(`design diff latest ${starter}/design`)).toMatchObject({ stdout: '' })
    expect(await run('design import ./none')).toMatchObject({ code: 2, stdout: '' })
  })

  test('asks on a terminal before it writes over what latest has, not for what is new', async () => {
    await write('design/actions/hug.json', { id: 'hug', name: 'Hug' })
    expect(await run('design import', { answer: '' })).toMatchObject({ code: 0 })
    await change('design/metrics/xp.json', xpOf('10'))
    expect(await run('design import', { answer: 'n' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing was changed'),
    })
    expect(await run('design diff')).toEqual(ok('metrics/xp: default 0 -> 10'))
    expect(await run('design import --yes', { answer: 'n' })).toMatchObject({ code: 0 })
    expect(await run('design diff')).toMatchObject({ stdout: '' })
  })
})

/** What passes calls on to the game, but for those of a path, whose connection it ends. */
async function without(path: string): Promise<{ readonly url: string; readonly close: () => void }> {
  const between = createServer((request, response) => {
    if (request.url?.startsWith(path)) return void request.socket.destroy()
    const { method = 'GET', headers } = request
    const there = httpRequest(game.url + request.url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    request.pipe(there)
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(between.address() as AddressInfo).port}`, close: () => between.close() }
}

describe('gamify design deploy', () => {
  test('that took effect is told and ends with 0, though the players cannot be counted then', async () => {
    const cut = await without('/_gamify/design/reevaluate')
    const env = { GAMIFY_URL: cut.url }
    const { code, stdout, stderr } = await run('design deploy', { env })
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'staging runs v1\n' })
    expect(stderr).toMatch(
      /^the design is deployed, but the players were not compared with its rules: .* closed the connection .*\nrun 'gamify design reevaluate --dry-run' to count the players that the rules would change\n$/,
    )
    const inJson = await run('design deploy --json', { env })
    expect(inJson).toMatchObject({ code: 0, stdout: expect.stringContaining('"status":"simulated"'), stderr: '' })
    cut.close()
  })

  test('warns if the design files are not what it deploys', async () => {
    await change('design/metrics/xp.json', xpOf('10'))
    expect(await run('design deploy')).toEqual(
      ok(
        'staging runs v1',
        "warning the design files differ from v1 (1 difference); run 'gamify design diff' to see them, and 'gamify design import' before you deploy again\n",
      ),
    )
    await change('design/metrics/xp.json', { type: 'nothing' })
    expect(await run('design deploy')).toEqual(
      ok(
        'staging runs v1',
        "warning the design files have problems, so their changes are not in v1; run 'gamify design validate' to see them\n",
      ),
    )
    expect((await run('design deploy v1')).stderr).toBe('')
    expect((await run('design deploy --json')).stderr).toBe('')
  })

  test('lets staging run latest, and production when told', async () => {
    expect(await run('design deploy')).toEqual(ok('staging runs v1'))
    expect(await json('design deploy')).toEqual({ status: 'simulated', version: 'v1', issues: [] })
    expect(await run('design deploy --runtime production')).toEqual(ok('production launched with v1'))
    await change('design/metrics/xp.json', xpOf('10'))
    await run('design import')
    expect(await run('design deploy latest --runtime production')).toEqual(ok('production runs v2'))
    expect(await run('design deploy v1 --runtime production')).toEqual(ok('production runs v1'))
  })

  test('of a design that refers to what is not there tells every place, by kind and id', async () => {
    const { access_token: token } = (await json('token')) as { access_token: string }
    const answer = await fetch(`${game.url}/v2/design/versions/latest/metrics/coins`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(200)
    const { code, stdout, stderr } = await run('design deploy')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^error: validation_exception: /)
    expect(stderr).toContain("\n  actions/wheel rules.0.rewards.0.metric.id: unknown metric 'coins'")
    expect(stderr).toContain("\n  bootstrap scores.1.metric.id: unknown metric 'coins'")
  })

  test('refuses a version that there is not', async () => {
    const { code, stderr } = await run('design deploy v7')
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('version_not_found') })
    expect(stderr).not.toContain('stash')
  })
})

describe('gamify design versions', () => {
  test('lists what each version changed, when it was deployed, and where it is active', async () => {
    expect(await run('design versions')).toEqual(ok('latest  active in staging, first version'))
    await run('design deploy --runtime production')
    await change('design/metrics/xp.json', xpOf('10'))
    await run('design import')
    await run('design deploy')
    await write('design/actions/hug.json', { id: 'hug', name: 'Hug' })
    await run('design import')
    expect((await run('design versions')).stdout).toMatch(
      new RegExp(
        '^v1  deployed 2[^ ]+Z, active in production, first version\n' +
          'v2  deployed 2026-05-01T12:00:00.000Z, active in staging\n  metrics/xp: default 0 -> 10\n' +
          'latest\n  actions/hug: added\n$',
      ),
    )
  })

  test('prints a few of many changes, and how to see all', async () => {
    await run('design deploy')
    for (let i = 1; i <= 7; i++) await write(`design/actions/hug-${i}.json`, { id: `hug-${i}`, name: 'Hug' })
    await run('design import')
    const { stdout } = await run('design versions')
    expect(stdout).toMatch(
      /\nlatest\n {2}actions\/hug-1: added\n[^]*hug-5: added\n {2}and 2 more changes; 'gamify design diff v1 latest' lists all\n$/,
    )
    expect((await run('design diff v1 latest')).stdout).toContain('actions/hug-7: added')
  })

  test('as JSON is the answer of the service', async () => {
    await run('design deploy')
    expect(await json('design versions')).toEqual({
      data: [
        {
          version: 'v1',
          hash: expect.stringMatching(/^[0-9a-f]{64}$/),
          deployed_at: '2026-05-01T12:00:00.000Z',
          runtimes: ['staging'],
          changes: ['metrics: 4 added', 'actions: 4 added', 'rules: 4 added', 'leaderboards: 1 added'],
        },
        expect.objectContaining({ version: 'latest', deployed_at: null, runtimes: ['staging'], changes: [] }),
      ],
      total: 2,
    })
  })

  test('and the history names a deployment by what it changed', async () => {
    await run('design deploy')
    await change('design/metrics/xp.json', xpOf('10'))
    await run('design import')
    await run('design deploy')
    const deployed = (await run('history')).stdout.split('\n').filter((line) => line.includes('design'))
    expect(deployed.map((line) => line.split('  ').at(-1))).toEqual([
      'the design was deployed: metrics: 4 added; actions: 4 added; rules: 4 added; leaderboards: 1 added',
      'the active design is now version v1',
      'the design v2 was deployed: metrics/xp: default 0 -> 10',
    ])
  })
})

describe('gamify design issues, fix and upgrade', () => {
  const production = '--runtime production'

  /** Production plays a design with coins and badges that players hold; latest has neither coins nor the item Lucky. */
  beforeEach(async () => {
    await run(`design deploy ${production}`)
    await run(`player create neo ${production}`)
    await run(`player score neo coins 5 ${production}`)
    await run(`player score neo badges 1 --item Lucky ${production}`)
    await rm(join(cwd, 'design/metrics/coins.json'))
    await rm(join(cwd, 'design/rules/welcome.json'))
    for (const action of ['wheel', 'visit', 'answer']) await rm(join(cwd, `design/actions/${action}.json`))
    await write('design/bootstrap.json', {})
    await write('design/rules/achievements.json', [])
    await change('design/metrics/badges.json', { constraints: { items: [{ name: 'Rookie' }] } })
    expect(await run('design import')).toMatchObject({ code: 0 })
  })

  test('a deploy with issues ends with 1, and is completed once each has its fix', async () => {
    expect(await run(`design issues ${production}`)).toEqual(ok('', 'production has no issues\n'))
    const deployed = await run(`design deploy ${production}`)
    expect(deployed).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("'gamify design fix ISSUE --runtime production'"),
    })
    expect(deployed.stdout).toBe(
      'ISSUE                      FIX   FIXES       DESCRIPTION\n' +
        "item_removed-badges-Lucky  open  keep, drop  the metric 'badges' no longer has the item 'Lucky', but 1 player holds it\n" +
        "metric_removed-coins       open  keep, drop  the design no longer has the metric 'coins', but 1 player has a score in it\n",
    )
    expect((await run(`design issues ${production}`)).stdout).toBe(deployed.stdout)
    expect(await run(`design upgrade ${production}`)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^error: unresolved_issues: .*\n {2}run 'gamify design issues --runtime production' to list them, 'gamify design fix ISSUE --runtime production' /,
      ),
    })
    expect(await run(`design fix metric_removed-coins drop --yes ${production}`)).toMatchObject({
      code: 0,
      stdout: 'metric_removed-coins: Drop the scores that players have in the metric\n',
    })
    expect(await run(`design fix item_removed-badges-Lucky keep ${production}`)).toMatchObject({ code: 0 })
    expect((await run(`design issues ${production}`)).stdout).toMatch(
      /^metric_removed-coins +drop +keep, drop +the design no longer has the metric/m,
    )
    expect(await run(`design upgrade ${production}`)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining("drop data for good: the design no longer has the metric 'coins'"),
    })
    const upgraded = await run(`design upgrade --yes ${production}`)
    expect(upgraded).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^production runs v2\nISSUE/) })
    expect((await run(`player show neo ${production}`)).stdout).not.toContain('Coins')
  })

  test('diff says what production lacks of a design that a route has saved', async () => {
    const { stdout, stderr } = await run(`design diff ${production}`)
    expect(stdout).toMatch(
      /^the running game does not run latest; deploying it changes:\n(?:  .*\n)*  metrics\/coins: removed\n/,
    )
    expect(stderr).toContain("run 'gamify design deploy --runtime production' to deploy latest")
  })

  test('a restore says that it removes the upgrade that waited, and counts the one that it has wait', async () => {
    const saved = await run(`snapshot save mark ${production}`)
    const seq = Number(/after entry (\d+)/.exec(saved.stdout)?.[1])
    const gone =
      "the restore removed the pending upgrade; run 'gamify design deploy --runtime production' to start it again"
    const restored = await run(`snapshot restore mark --yes ${production}`)
    expect(restored.stderr).not.toContain(gone)
    await run(`design deploy ${production}`)
    expect((await run(`snapshot restore mark --yes ${production}`)).stderr).toContain(`${gone}\n`)
    await run(`design deploy ${production}`)
    for (const issue of ['metric_removed-coins', 'item_removed-badges-Lucky'])
      await run(`design fix ${issue} keep ${production}`)
    expect(await run(`design upgrade --yes ${production}`)).toMatchObject({ code: 0 })
    const blocked = await run(`snapshot restore mark --with-design current --yes ${production}`)
    expect(blocked.stdout).toMatch(
      new RegExp(
        `^restored mark: the game as it was after entry ${seq}, .*; entry (\\d+) has the current design wait for its fixes\n$`,
      ),
    )
    expect(blocked.stderr).not.toContain(gone)
    expect(blocked.stderr).toContain('is blocked by 2 issues')
  })

  test('as JSON are what the service answers', async () => {
    const { code, stdout, stderr } = await run(`design deploy ${production} --json`)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ status: 'issues', issues: [{ is_resolved: false, apply: 'drop' }, {}] })
    expect(await json(`design issues ${production} --type metric`)).toHaveLength(2)
    expect(await json(`design issues ${production} --type team`)).toEqual([])
    expect(await run(`design issues ${production} --type metrics`)).toMatchObject({ code: 2, stdout: '' })
    expect(await json(`design fix metric_removed-coins ${production}`)).toMatchObject({ is_resolved: false })
    expect(await json(`design fix metric_removed-coins drop --yes ${production}`)).toMatchObject({
      is_resolved: true,
      apply: 'drop',
    })
    await run(`design fix item_removed-badges-Lucky drop --yes ${production}`)
    expect(await json(`design upgrade --yes ${production}`)).toMatchObject({ status: 'upgraded', version: 'v2' })
  })

  test('suggest the nearest issue and fix', async () => {
    await run(`design deploy ${production}`)
    expect(await run(`design fix metric_removed-coin ${production}`)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: issue_not_found: .*\n {2}did you mean 'metric_removed-coins'\?\n$/),
    })
    expect(await run(`design fix metric_removed-coins dorp ${production}`)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        "error: the issue 'metric_removed-coins' has no fix 'dorp' (did you mean 'drop'?)\n  it has: keep, drop\n",
    })
  })

  test('fix without a choice lists the fixes and chooses none, the one that loses nothing first', async () => {
    await run(`design deploy ${production}`)
    const line = `design fix metric_removed-coins ${production}`
    const listed = {
      code: 0,
      stdout:
        "the design no longer has the metric 'coins', but 1 player has a score in it\n" +
        '  keep  Keep the scores that players have in the metric hidden until you deploy a component with this id and type again\n' +
        '  drop  Drop the scores that players have in the metric\n',
      stderr: `run 'gamify design fix metric_removed-coins keep ${production}' to choose the first\n`,
    }
    for (const world of [{}, { answer: 'y' }]) expect(await run(line, world)).toEqual(listed)
    expect(await json(`design issues ${production} --type metric`)).toMatchObject([{ is_resolved: false }, {}])
    await run(`design fix metric_removed-coins keep ${production}`)
    expect((await run(line)).stdout).toContain('  keep (chosen)  Keep')
  })

  test('dropping for good is asked about on a terminal, keeping is not', async () => {
    await run(`design deploy ${production}`)
    const drop = `design fix metric_removed-coins drop ${production}`
    expect(await run(drop, { answer: 'n' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        "the design no longer has the metric 'coins', but 1 player has a score in it. Drop the scores that players have in the metric when",
      ),
    })
    expect(await run(drop)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot ask you to confirm this on production'),
    })
    expect(await json(`design issues ${production}`)).toMatchObject([{ is_resolved: false }, { is_resolved: false }])
    expect(await run(`design fix metric_removed-coins keep ${production}`, { answer: 'n' })).toMatchObject({ code: 0 })
    expect(await run(drop, { answer: 'y' })).toMatchObject({ code: 0 })
    expect(await run(`${drop} --yes`, { answer: 'n' })).toMatchObject({ code: 0 })
  })

  test('staging settles each at once, and upgrade says that nothing waits', async () => {
    await run('player create neo')
    await run('player score neo coins 5')
    expect(await run('design deploy')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^staging runs v2\nISSUE .*\nmetric_removed-coins +drop +keep, drop +the design no longer has the metric 'coins', but 1 player has/,
      ),
    })
    expect(await run('design upgrade')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No design is waiting'),
    })
  })
})

describe('gamify design reevaluate', () => {
  const ladder = (threshold: string) => ({
    levels: [{ rank: 'Novice', threshold }, { rank: 'Bronze', threshold: '100' }, { rank: 'Silver' }],
  })

  beforeEach(async () => {
    for (const id of ['ana', 'ben', 'cy']) await run(`player create ${id}`)
    for (const id of ['ana', 'ben']) await run(`player score ${id} xp 22`)
    await change('design/rules/ladder.json', ladder('20'))
    await run('design import --yes')
  })

  test('a deployment tells how many players are out of line, and what to do', async () => {
    expect(await run('design deploy')).toEqual({
      code: 0,
      stdout: 'staging runs v1\n',
      stderr: "2 players do not have the level that the new rules give; run 'gamify design reevaluate'\n",
    })
    expect((await run('player show ana')).stdout).toContain('XP over 20 up to 100')
    expect((await run('design deploy --runtime production')).stderr).toBe('')
    expect((await run('design deploy --quiet')).stderr).toBe('')
  })

  test('shows what would change, then changes it, and then nothing', async () => {
    await run('design deploy')
    const rows = 'RULE    CHANGE            PLAYERS\nladder  Novice -> Bronze  2\n'
    expect(await run('design reevaluate --dry-run')).toEqual({
      code: 0,
      stdout: rows,
      stderr: "run 'gamify design reevaluate' to make these changes\n",
    })
    expect((await run('player show ana')).stdout).toContain('Novice')
    expect(await run('design reevaluate')).toEqual({ code: 0, stdout: `${rows}2 players changed\n`, stderr: '' })
    expect((await run('player show ana')).stdout).toContain('Bronze (XP over 20 up to 100)')
    const nothing = 'no player changes: all levels and achievements match the rules'
    expect(await run('design reevaluate')).toEqual(ok(nothing))
    expect((await run('history')).stdout).toMatch(/gamify-staging {2}ana .*Bronze/)
    expect(await json('design reevaluate --dry-run')).toMatchObject({ dry_run: true, players: 0 })
  })

  test('a renamed level is kept on staging, and in production by the fix that is suggested', async () => {
    const production = '--runtime production'
    await run(`design deploy ${production}`)
    await run(`player create dan ${production}`)
    await run(`player score dan xp 5 ${production}`)
    const text = (await readFile(join(cwd, 'design/rules/ladder.json'), 'utf8')).replaceAll('Novice', 'Newcomer')
    await writeFile(join(cwd, 'design/rules/ladder.json'), text)
    const rank = (await readFile(join(cwd, 'design/metrics/rank.json'), 'utf8')).replaceAll('Novice', 'Newcomer')
    await writeFile(join(cwd, 'design/metrics/rank.json'), rank)
    await run('design import --yes')
    expect((await run('design deploy')).stdout).toMatch(/state_removed-rank-Novice +rename +rename, keep, drop /)
    expect((await run('player show ana')).stdout).toContain('Newcomer')
    const held = await run(`design deploy ${production}`)
    expect(held).toMatchObject({
      code: 1,
      stdout:
        'ISSUE                      FIX   FIXES               DESCRIPTION\n' +
        "state_removed-rank-Novice  open  rename, keep, drop  the metric 'rank' no longer has the state 'Novice' ('Newcomer' is new), but 1 player is in it\n",
    })
    expect(await run(`design fix state_removed-rank-Novice rename ${production}`, { answer: 'n' })).toMatchObject({
      code: 0,
      stdout: "state_removed-rank-Novice: Rename it to 'Newcomer', which loses nothing\n",
    })
    expect(await run(`design upgrade ${production}`)).toMatchObject({ code: 0, stderr: '' })
    expect((await run(`player show dan ${production}`)).stdout).toContain('Newcomer (XP up to 20)')
  })

  test('takes no further word, and needs an emulator that can be reached', async () => {
    expect(await run('design reevaluate ana')).toMatchObject({ code: 2 })
    expect(await run('design reevaluate --dryrun')).toMatchObject({ code: 2 })
  })
})

describe('gamify design export', () => {
  const tree = async (directory: string): Promise<string[]> =>
    (await readdir(join(cwd, directory), { recursive: true })).filter((path) => path.endsWith('.json')).toSorted()

  test('writes a file for each component, which is the same design', async () => {
    const { code, stdout, stderr } = await run('design export ./copy/of/it')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('wrote   copy/of/it/metrics/xp.json\n')
    expect(await tree('copy/of/it')).toEqual([
      'actions/answer.json',
      'actions/like.json',
      'actions/visit.json',
      'actions/wheel.json',
      'bootstrap.json',
      'leaderboards/top.json',
      'metrics/badges.json',
      'metrics/coins.json',
      'metrics/rank.json',
      'metrics/xp.json',
      'rules/helper.json',
      'rules/ladder.json',
      'rules/rookie.json',
      'rules/welcome.json',
    ])
    expect(await run('design diff latest ./copy/of/it --exit-code')).toMatchObject({ code: 0, stdout: '' })
    expect(await run('design validate --design copy/of/it')).toMatchObject({ code: 0 })
  })

  test('gives what the files lack, and leaves what they have more', async () => {
    await rm(join(cwd, 'design/actions/like.json'))
    await write('design/actions/hug.json', { id: 'hug', name: 'Hug' })
    expect(await run('design export')).toEqual(ok('wrote   design/actions/like.json'))
    expect(await read('design/actions/hug.json')).toMatchObject({ name: 'Hug' })
    expect(await run('design validate')).toMatchObject({ code: 0 })
  })

  test('writes nothing where files hold something else: a part of a design is one that nobody has made', async () => {
    await change('design/metrics/xp.json', xpOf('10'))
    await rm(join(cwd, 'design/actions/like.json'))
    expect(await run('design export')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /1 in the files differ from latest, so nothing was written:\n {2}metrics\/xp\n.*--force/,
      ),
    })
    expect(await tree('design')).not.toContain('actions/like.json')
    expect(await read('design/metrics/xp.json')).toMatchObject(xpOf('10'))
  })

  test('with --force lets the files hold exactly that design, each component where it stands', async () => {
    await write('design/rules/achievements.json', [
      { ...((await read('design/rules/achievements.json')) as object[])[0], name: 'Newbie' },
    ])
    await change('design/metrics/xp.json', { $schema: '../../schemas/x.json', ...xpOf('10') })
    await write('design/actions/hug.json', { id: 'hug', name: 'Hug' })
    const { code, stdout } = await run('design export --force')
    expect(code).toBe(0)
    expect(stdout).toContain('deleted design/actions/hug.json\n')
    expect(await run('design diff --exit-code')).toMatchObject({ code: 0, stdout: '' })
    expect(await read('design/rules/achievements.json')).toMatchObject([{ id: 'rookie', name: 'Rookie' }])
    expect(await read('design/metrics/xp.json')).toMatchObject({ $schema: '../../schemas/x.json', ...xpOf('0') })
    expect(await tree('design')).toContain('rules/helper.json')
    expect(await json('design export --force')).toEqual({ files: [], deleted: [] })
  })

  test('with --force lists the files on a terminal and asks, unless --yes', async () => {
    await change('design/metrics/xp.json', xpOf('10'))
    await write('design/actions/hug.json', { id: 'hug', name: 'Hug' })
    const before = await tree('design')
    const refused = await run('design export --force', { answer: 'n' })
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('would overwrite design/metrics/xp.json\nwould delete design/actions/hug.json\n')
    expect(refused.stderr).toContain('nothing was changed')
    expect(await tree('design')).toEqual(before)
    expect(await read('design/metrics/xp.json')).toMatchObject(xpOf('10'))
    expect(await run('design export --force --yes', { answer: 'n' })).toMatchObject({ code: 0 })
    expect(await run('design export ./copy --force', { answer: 'n' })).toMatchObject({ code: 0 })
    await write('design/actions/hug.json', { id: 'hug', name: 'Hug' })
    expect(await run('design export --force', { answer: 'y' })).toMatchObject({ code: 0 })
    expect(await tree('design')).not.toContain('actions/hug.json')
  })

  test('with --force changes nothing while a file has problems', async () => {
    await write('design/actions/hug.json', { id: 'hug', name: 'Hug' })
    await write('design/rules/broken.json', { id: 'broken', type: 'nothing' })
    const before = await tree('design')
    expect(await run('design export --force --yes')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/design\/rules\/broken.json:1:.*\n {2}fix or delete these files/s),
    })
    expect(await tree('design')).toEqual(before)
  })

  test('takes a version, and refuses what it cannot read or write', async () => {
    await run('design deploy')
    await change('design/metrics/xp.json', xpOf('10'))
    await run('design import')
    await run('design export ./old --from v1')
    expect(await run('design diff ./old v1 --exit-code')).toMatchObject({ code: 0 })
    expect(await read('old/metrics/xp.json')).toMatchObject(xpOf('0'))
    expect(await run('design export ./new --from v9')).toMatchObject({ code: 1, stdout: '' })
    await writeFile(join(cwd, 'design/metrics/xp.json'), '{')
    expect(await run('design export --force')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('xp.json:1:2'),
    })
    await writeFile(join(cwd, 'file'), '')
    expect(await run('design export ./file')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('is a file'),
    })
  })

  test('prints nothing on stdout where something could not be written', async () => {
    await symlink('nowhere', join(cwd, 'other'))
    const { code, stdout, stderr } = await run('design export ./other --json')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('metrics/xp was not written')
  })
})

describe('gamify design graph', () => {
  test('draws a version of the running game', async () => {
    await run('design deploy')
    await change('design/metrics/xp.json', { name: 'Experience' })
    expect((await run('design graph --economy')).stdout).toContain('>Experience</text>')
    expect((await run('design graph --economy --from v1')).stdout).toContain('>XP</text>')
    expect(await run('design graph --economy --from v2')).toMatchObject({ code: 1, stdout: '' })
  })
})
