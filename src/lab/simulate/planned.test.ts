import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { designDirectory } from '../../../test/support/design-directory.ts'
import { launch, launchDesign } from '../../../test/support/launch-simulation.ts'
import { nodeFileSystem } from '../../storage/fs.ts'
import { planSimulations } from './planned.ts'

test('another number of days moves what is expected of the last day, and leaves out what is expected of later ones', async () => {
  const { project } = await designDirectory()
  await mkdir(join(project, 'simulations'))
  const share = { min: 0.1 }
  const expected = [
    { metric: 'coins', of: 'mean', min: 1 },
    { metric: 'coins', of: 'mean', min: 1, day: 20 },
    { active: true, day: 5, share },
  ]
  await writeFile(join(project, 'simulations/launch.json'), JSON.stringify({ ...launch, expect: expected }))
  const wanted = { directory: project, design: launchDesign, paths: [], players: 50 }
  const planOf = async (days: number) => planSimulations(nodeFileSystem(), { ...wanted, days })
  const [coins, late, active] = expected
  expect(await planOf(10)).toMatchObject({
    simulations: [{ leftOut: 1, simulation: { days: 10, expect: [{ ...coins, day: 10 }, active] } }],
  })
  expect(await planOf(40)).toMatchObject({
    simulations: [
      {
        leftOut: 0,
        simulation: {
          days: 40,
          groups: [{ players: 45 }, { players: 5 }],
          expect: [{ ...coins, day: 40 }, late, active],
        },
      },
    ],
  })
})
