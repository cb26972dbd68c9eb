import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    allowOnly: false,
    testTimeout: 120_000,
    // On a loaded machine what is polled for may take longer than the second that vitest gives it.
    expect: { poll: { timeout: 60_000 } },
    // A file keeps to itself what it changes: loading every module anew for each took a third of the time.
    isolate: false,
    // Two cores would have one worker otherwise, though much of what tests do is to wait.
    ...(availableParallelism() === 2 ? { maxWorkers: 3 } : {}),
  },
})
