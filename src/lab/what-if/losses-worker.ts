// A thread that counts what players would lose by a deployment: takes an export in pieces, then sends the number of players.
import { parentPort } from 'node:worker_threads'
import { deploymentLosses } from './count-losses.ts'
import type { LossesMessage } from './deployment-losses.ts'

const pieces: Buffer[] = []

parentPort?.on('message', (message: LossesMessage) => {
  if ('text' in message) pieces.push(Buffer.from(message.text))
  // A failure ends this thread with its error.
  else void deploymentLosses(pieces, message.game).then((players) => parentPort?.postMessage(players))
})
