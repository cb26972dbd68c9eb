#!/usr/bin/env node
// Plain JavaScript for any Node from 20 on: it only finds the right Node and the program to run.
import { existsSync, readFileSync } from 'node:fs'
import * as module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtProgram, isBuilt } from './built-program.js'
import { runWithKeptCode } from './kept-code.js'
import { pinnedNode } from './pinned-node.js'
import { printedVersion } from './printed-version.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = new URL('../src/main.ts', import.meta.url)

const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** The oldest Node that runs the program, as [major, minor]. */
const [major = 0, minor = 0] = engines.node.replace(/^>=/, '').split('.').map(Number)
const [ourMajor = 0, ourMinor = 0] = process.versions.node.split('.').map(Number)

/**
 * When a program that is still running writes the code that Node has compiled to Node's cache, for later starts. Otherwise
 * only a normal end does, and a server is often killed.
 */
const FLUSH_MS = 2000

if (printedVersion(version)) process.exitCode = 0
else if (ourMajor > major || (ourMajor === major && ourMinor >= minor)) await start()
else await runPinned()

async function start() {
  module.enableCompileCache()
  setTimeout(module.flushCompileCache, FLUSH_MS).unref()
  if (process.env.GAMIFY_RELAUNCHED !== undefined) endWithLauncher()
  if (isBuilt(root)) runWithKeptCode(builtProgram(root), process.argv[2] ?? '', module.getCompileCacheDir())
  else await import(source.href)
}

/** If the launcher is killed, nobody could stop this process any more, so it ends as well. */
function endWithLauncher() {
  process.channel?.unref()
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}

/** Runs the same command line with the Node that this project pins, and exits with its exit code. */
async function runPinned() {
  const node = pinnedNode(root)
  if (node === undefined) {
    console.error(`gamify needs Node ${major}.${minor} or newer; this is ${process.versions.node}.`)
    if (existsSync(join(root, 'tools')))
      console.error("Run 'npm start' once in the directory of gamify: it installs a suitable Node.")
    process.exitCode = 2
    return
  }
  const { spawn } = await import('node:child_process')
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    // The terminal itself sends SIGINT to the child.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  const child = spawn(node, process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, GAMIFY_RELAUNCHED: '1' }, // The child may get a signal twice: from here and directly.
  })
  child.on('exit', (code, signal) => {
    for (const name of signals) process.off(name, forward)
    if (signal === null) process.exitCode = code ?? 1
    else process.kill(process.pid, signal)
  })
}
