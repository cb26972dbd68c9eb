// Checks that a release matches its tag: `node scripts/check-version.mjs v1.2.3`. The tag and the versions in
// package.json and package-lock.json must be the same.
import { readFileSync } from 'node:fs'

const [tag] = process.argv.slice(2)
/** @param {string} name */
const versionIn = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')).version

const versions = {
  'the tag': tag?.replace(/^v/, ''),
  'package.json': versionIn('package.json'),
  'package-lock.json': versionIn('package-lock.json'),
}
if (new Set(Object.values(versions)).size === 1) console.log(versions['package.json'])
else {
  const told = Object.entries(versions).map(([place, version]) => `${place} says ${version ?? 'nothing'}`)
  console.error(`error: the versions differ: ${told.join(', ')}\n  run 'npm version' to set them and the tag together`)
  process.exitCode = 1
}
