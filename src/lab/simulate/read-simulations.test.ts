import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { designDirectory } from '../../../test/support/design-directory.ts'
import { launchDesign } from '../../../test/support/launch-simulation.ts'
import { nodeFileSystem } from '../../storage/fs.ts'
import { findSimulations, readSimulations } from './read-simulations.ts'

const files = nodeFileSystem()

/** A project with these files in its directory `simulations`, if there are any. */
async function projectWith(texts: Readonly<Record<string, string>>): Promise<string> {
  const { project } = await designDirectory()
  const names = Object.entries(texts)
  if (names.length > 0) await mkdir(join(project, 'simulations'))
  for (const [name, text] of names) await writeFile(join(project, 'simulations', name), text)
  return project
}

async function readAll(project: string, days?: number) {
  const paths = await findSimulations(files, project)
  if ('message' in paths) throw new Error(paths.message)
  return readSimulations(files, paths, launchDesign, { days })
}

const text = (more: object = {}): string =>
  JSON.stringify({
    groups: [{ persona: 'fan', players: 5 }],
    personas: { fan: { sessions: 1, plays: 1, choices: [{ action: 'like' }] } },
    ...more,
  })

describe('the simulations of a project', () => {
  test('are sorted by the names of their files, which are their ids if they have none', async () => {
    const project = await projectWith({ 'b.json': text(), 'a.json': text({ id: 'z' }), 'notes.md': '', '.b.json': '' })
    expect(await readAll(project)).toMatchObject([
      { file: join(project, 'simulations/a.json'), simulation: { id: 'z', days: 30 } },
      { file: join(project, 'simulations/b.json'), simulation: { id: 'b', days: 30 } },
    ])
    expect(await readAll(project, 3)).toMatchObject([{ simulation: { days: 3 } }, { simulation: { days: 3 } }])
  })

  test('are none without a directory, and a problem if it is a file', async () => {
    const project = await projectWith({})
    expect(await findSimulations(files, project)).toEqual([])
    await writeFile(join(project, 'simulations'), '')
    expect(await findSimulations(files, project)).toMatchObject({ message: 'is a file, expected a directory' })
  })

  test('can have comments; each problem has its line and column', async () => {
    const broken = `{
  // Only a try.
  "groups": [{ "persona": "fun", "players": 5 }],
  "personas": { "fan": { "sessions": 1, "plays": 1,
    "choices": [{ "action": "lkie" }] } },
}`
    const file = 'simulations/broken.json'
    const project = await projectWith({ 'broken.json': broken })
    expect(await readAll(project)).toEqual([
      {
        file: join(project, file),
        problems: [
          {
            file: join(project, file),
            line: 3,
            column: 27,
            message: `groups.0.persona: unknown persona 'fun' (did you mean 'fan'?)`,
          },
          {
            file: join(project, file),
            line: 5,
            column: 29,
            message: `personas.fan.choices.0.action: unknown action 'lkie' (did you mean 'like'?)`,
          },
        ],
      },
    ])
  })

  test('must each have an id of their own', async () => {
    const project = await projectWith({ 'a.json': text({ id: 'x' }), 'b.json': text({ id: 'x' }), 'c.json': text() })
    const [a, b, c] = await readAll(project)
    expect([a, c]).toMatchObject([{ simulation: { id: 'x' } }, { simulation: { id: 'c' } }])
    const message = `the id 'x' is already used by 'a.json'; give 'b.json' another 'id'`
    expect(b).toMatchObject({ problems: [{ line: 1, message }] })
  })

  test('that cannot be read do not hide the others', async () => {
    const project = await projectWith({ 'a.json': '{', 'b.json': text() })
    const missing = join(project, 'nowhere.json')
    const paths = [missing, ...((await findSimulations(files, project)) as readonly string[])]
    expect(await readSimulations(files, paths, launchDesign)).toMatchObject([
      { file: missing, problems: [{ message: 'no such file; expected a simulation' }] },
      { problems: [{ line: 1, column: 2, message: expect.stringMatching(/^not JSON: /) }] },
      { simulation: { id: 'b' } },
    ])
  })
})
