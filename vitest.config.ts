import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The rooms whose files take longest, because they start browsers, servers and commands. */
const slowRooms = ['test/browser/', 'test/crash/', 'test/cluster/', 'test/cli/', 'test/contract/', 'test/testing/']

/** Begins with the files that take longest, so that none of them is left alone at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId, project }: TestSpecification): boolean =>
      slowRooms.some((room) => relative(project.config.root, moduleId).startsWith(room))
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    allowOnly: false,
    testTimeout: 120_000,
    // On a loaded machine what is polled for may take longer than the second that vitest gives it.
    expect: { poll: { timeout: 60_000 } },
    // A file keeps to itself what it changes: loading every module anew for each took a third of the time.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    // Two cores would have one worker otherwise, though a third of the time tests wait.
    ...(availableParallelism() === 2 ? { maxWorkers: 4 } : {}),
  },
})
