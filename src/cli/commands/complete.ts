import { defineCommand } from '../command.ts'
import { completionsOf, type Completions } from '../completion/completions.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { several } from '../option.ts'
import type { Shell } from '../../terminal/shell.ts'

/** For so long the emulator is asked: whoever has pressed a key does not wait longer. Until then no time counts. */
const PATIENCE_MS = 1000

/**
 * `gamify complete -- WORDS...`: what may be typed next, for the scripts of `gamify completion`. The first line tells
 * which paths join: `none`, `files` or `directories`; then a line for each word, with what it means behind a tab. Says
 * nothing of errors, and changes nothing.
 */
export const complete = defineCommand({
  arguments: { words: several('words', 'The words of the command line so far; the last one can be incomplete') },
  options: {},
  examples: ['gamify complete -- play action li'],
  notes: 'Shell completion scripts call this; see gamify completion.',
  async run({ words }, shell) {
    const asking = Promise.withResolvers<void>()
    const found = await Promise.race([silently(words, shell, asking.resolve), asking.promise.then(afterPatience)])
    // What is under way still has to be waited for no longer.
    if (found === undefined) return shell.io.exit(exitCode.ok)
    shell.io.stdout.write(completionsText(found))
  },
})

/** Undefined where it takes too long, or something stands in the way. */
function silently(words: readonly string[], shell: Shell, asks: () => void): Promise<Completions | undefined> {
  return completionsOf(words, shell, asks).catch(() => undefined)
}

function afterPatience(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, undefined).unref())
}

function completionsText({ paths, candidates }: Completions): string {
  return [paths, ...candidates.map(({ word, about }) => `${word}\t${about}`)].map((line) => `${line}\n`).join('')
}
