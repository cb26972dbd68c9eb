import { defineCommand, type Group } from '../command.ts'
import { completionsOf, type Completions } from '../completion/completions.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { several } from '../option.ts'

/** The longest wait for the emulator, from the first request to it: whoever has pressed a key does not wait longer. */
const PATIENCE_MS = 1000

/**
 * `gamify complete -- WORDS...` prints what can be typed next in a line of these commands, for the scripts of
 * `gamify completion`. The first line says which paths the shell adds: `none`, `files` or `directories`. Each further line
 * is a word, a tab and what the word means. Prints no errors and changes nothing.
 */
export function completeIn(commands: Group) {
  return defineCommand({
    arguments: { words: several('words', 'The words of the command line so far; the last one can be incomplete') },
    options: {},
    examples: ['gamify complete -- play action li'],
    notes: 'Shell completion scripts call this; see gamify completion.',
    async run({ words }, shell) {
      const asking = Promise.withResolvers<void>()
      const completing = completionsOf(commands, words, shell, asking.resolve).catch(() => undefined)
      const found = await Promise.race([completing, asking.promise.then(afterPatience)])
      // Nothing that is still running is worth waiting for.
      if (found === undefined) return shell.io.exit(exitCode.ok)
      shell.io.stdout.write(completionsText(found))
    },
  })
}

function afterPatience(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, undefined).unref())
}

function completionsText({ paths, candidates }: Completions): string {
  return [paths, ...candidates.map(({ word, about }) => `${word}\t${about}`)].map((line) => `${line}\n`).join('')
}
