// The least that listens: what `serve` is compared with from its start to its first answer. The port is the argument.
import { createServer } from 'node:http'

createServer((_, res) => res.end('{}')).listen(Number(process.argv[2]), '127.0.0.1')
