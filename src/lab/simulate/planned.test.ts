import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { designDirectory } from '../../../test/support/design-directory.ts'
import { launch, launchDesign } from '../../../test/support/launch-simulation.ts'
import { steady } from '../../../test/support/simulated-life.ts'
import { nodeFileSystem } from '../../storage/fs.ts'
import { planned, planSimulations } from './planned.ts'
import type { Expectation, Simulation } from './simulation.ts'

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
    simulations: [{ leftOut: [late], simulation: { days: 10, expect: [{ ...coins, day: 10 }, active] } }],
  })
  expect(await planOf(40)).toMatchObject({
    simulations: [
      {
        leftOut: [],
        simulation: {
          days: 40,
          groups: [{ players: 45 }, { players: 5 }],
          expect: [{ ...coins, day: 40 }, late, active],
        },
      },
    ],
  })
})

const simulationOf = (players: readonly number[], expected: readonly Expectation[] = []): Simulation => ({
  id: 'test',
  days: 30,
  from: '2030-01-07',
  groups: players.map((each) => ({ persona: 'steady', players: each, joinsOverDays: 5 })),
  personas: { steady },
  expect: expected,
})

describe('scaling to a number of players', () => {
  test.each([
    ['keeps the shares', [900, 100], 100, [90, 10]],
    ['gives the rest to the largest remainders', [1, 1, 1], 5, [2, 2, 1]],
    ['gives the rest to the largest remainders, wherever they are', [50, 27, 23], 10, [5, 3, 2]],
    ['enlarges', [1, 2], 10, [3, 7]],
    ['keeps at least one of each group, and the total', [990, 5, 5], 100, [98, 1, 1]],
    ['keeps at least one of each group of several, and the total', [600, 390, 4, 3, 3], 10, [4, 3, 1, 1, 1]],
    ['exceeds the total only if there are more groups', [10, 10, 10], 2, [1, 1, 1]],
    ['changes nothing if that is the number', [7, 2, 91], 100, [7, 2, 91]],
  ])('%s: %j to %i', (_, before, players, after) => {
    const { simulation: scaled } = planned(simulationOf(before), undefined, { players })
    expect(scaled.groups.map((group) => group.players)).toEqual(after)
    expect(new Set(scaled.groups.map(({ joinsOverDays }) => joinsOverDays))).toEqual(new Set([5]))
  })
})

test('another number of days leaves out what is expected of later ones', () => {
  const expected: readonly Expectation[] = [
    { metric: 'xp', of: 'mean', day: 8, min: 1 },
    { metric: 'xp', of: 'mean', day: 7, min: 1 },
    { active: true, day: 30, share: { min: 0.1 } },
    { reach: 'rank:High', by_day: 9, share: { min: 0.1 } },
    { reach: 'rank:High', share: { min: 0.1 } },
    { flow: 'xp', of: 'given', min: 1 },
  ]
  const { simulation, leftOut } = planned(simulationOf([1], expected), undefined, { days: 7 })
  expect([simulation.days, simulation.expect]).toEqual([7, [expected[1], expected[4], expected[5]]])
  expect(leftOut).toEqual([expected[0], expected[2], expected[3]])
})
