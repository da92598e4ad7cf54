import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

const DEBIAN = 'bookworm'
const MEGABYTE = 1024 * 1024

/**
 * A shell script. It mounts the system folders that every container has. Then it enters the root
 * `$0` as the user `$1`, goes to the folder `$2` and runs the other arguments as a command.
 */
const ENTER = `mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && user="$1" && folder="$2" && shift 2 &&
exec chroot --userspec="$user" "$0" /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"`

/** The reason why this machine cannot make and enter such a root, or null. */
export function whyNoEmptyRoot(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs Linux and the rights of root'
  if (spawnSync('mmdebstrap', ['--version']).error) return 'it needs mmdebstrap (apt-get install mmdebstrap)'
  if (spawnSync('unshare', ['-mpf', 'true']).status !== 0) return 'it needs the right to make namespaces'
  return null
}

/** Fills an empty folder with Debian's smallest system, as the image debian:bookworm-slim has it. */
export function installDebian(root: string) {
  run('mmdebstrap', ['--quiet', '--variant=minbase', DEBIAN, root])
  // Programs inside the root need the DNS settings of this machine to reach the registry.
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) copyFileSync(file, join(root, file))
}

/** Installs Node and npm from npm's registry into the folders that they have in Node's images. */
export function installNode(root: string, version: string, scratch: string) {
  const modules = join(root, 'usr/local/lib/node_modules')
  unpack(`node-linux-${process.arch}@${version}`, join(modules, 'node'), scratch)
  unpack('npm@11', join(modules, 'npm'), scratch)
  const link = (name: string, target: string) =>
    symlinkSync(`../lib/node_modules/${target}`, join(root, 'usr/local/bin', name))
  link('node', 'node/bin/node')
  link('npm', 'npm/bin/npm-cli.js')
}

/** Unpacks a package of the registry into the folder `target`. */
function unpack(spec: string, target: string, scratch: string) {
  mkdirSync(target, { recursive: true })
  const [archive = ''] = run('npm', ['pack', '--silent', '--pack-destination', scratch, spec])
    .trim()
    .split('\n')
  run('tar', ['-xzf', join(scratch, archive), '-C', target, '--strip-components=1'])
}

/**
 * The environment that lets programs inside the root reach this machine's registry. Extra
 * certificates are copied into the root.
 */
export function registryEnvironment(root: string): Record<string, string> {
  const registry = run('npm', ['config', 'get', 'registry']).trim()
  const certificates = process.env['NODE_EXTRA_CA_CERTS']
  if (!certificates) return { npm_config_registry: registry }
  copyFileSync(certificates, join(root, 'tmp/certificates.pem'))
  return { npm_config_registry: registry, NODE_EXTRA_CA_CERTS: '/tmp/certificates.pem' }
}

export type Program = {
  command: readonly string[]
  environment: Record<string, string>
  folder: string
  user: string
}

/** Starts a program inside the root, in its own process namespace. It sees no file outside. */
export function startIn(root: string, { command, environment, folder, user }: Program) {
  const args = [
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    'sh',
    '-c',
    ENTER,
    root,
    user,
    folder,
    ...command,
  ]
  return spawn('unshare', args, {
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs a command on this machine and returns its output. */
function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * MEGABYTE,
  })
}

/** Copies `source`, a path on this machine, to `target`, a path inside the root. */
export function copyInto(root: string, target: string, source: string) {
  mkdirSync(dirname(join(root, target)), { recursive: true })
  run('cp', ['-a', source, join(root, target)])
}
