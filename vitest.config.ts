import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    allowOnly: false,
    testTimeout: 20_000,
    // Two cores would have one worker otherwise, though much of what tests do is to wait.
    ...(availableParallelism() === 2 ? { maxWorkers: 2 } : {}),
  },
})
