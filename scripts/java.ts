import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether there is a Java to run DynamoDB Local with; where there is none it is fetched, if that is allowed. */
export function findOrGetJava(): boolean {
  return hasJava() || getJava()
}

function getJava() {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return false
  process.stderr.write('No Java found: getting one for the tests on DynamoDB Local\n')
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'default-jre-headless'], {
    stdio: 'ignore',
  })
  return hasJava()
}

function hasJava() {
  return spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0
}
