import { exitCode } from '../../terminal/exit-code.ts'
import { defineCommand, type Group } from '../command.ts'
import { completionsOf, type Completions } from '../completion/completions.ts'
import { several } from '../option.ts'

/** The longest wait for the emulator, from the first request to it, because the user is waiting for the completion. */
const PATIENCE_MS = 1000

/**
 * `gamify complete -- WORDS...`: prints the possible next words of a command line, for the scripts of `gamify
 * completion`. The first line says which paths the shell adds: `none`, `files` or `directories`. Each further line has
 * a word, a tab and the meaning of the word. Prints no errors and changes nothing.
 */
export function completeIn(commands: Group) {
  return defineCommand({
    arguments: { words: several('words', 'The words of the command line so far; the last one can be incomplete') },
    options: {},
    examples: ['gamify complete -- play action li'],
    notes: 'Shell completion scripts call this; see gamify completion.',
    async run({ words }, shell) {
      const requesting = Promise.withResolvers<void>()
      const completing = completionsOf(commands, words, shell, requesting.resolve).catch(() => undefined)
      const found = await Promise.race([completing, requesting.promise.then(afterPatience)])
      // `exit` ends the process without waiting for the request.
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
