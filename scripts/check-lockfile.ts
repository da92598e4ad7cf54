import { globSync, readFileSync } from 'node:fs'

type LockedPackage = {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  optionalDependencies?: Record<string, string>
}
type Lockfile = { packages: Record<string, LockedPackage> }
type Manifest = Partial<Record<(typeof DEPENDENCY_KINDS)[number], Record<string, string>>>

const DEPENDENCY_KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/

/**
 * Every entry needs a hash and no `resolved` URL, which would bind installs to one registry. The lockfile must also
 * contain every optional dependency, for every platform. When the registry lacks the package of a
 * platform, npm leaves it out without a warning, and then no install on that platform works.
 */
export function brokenLockfileRules({ packages }: Lockfile): string[] {
  /** Each locked package twice: as `name`, and as `name@version`. */
  const locked = new Set(
    Object.entries(packages).flatMap(([path, { version }]) => [
      packageName(path),
      `${packageName(path)}@${version}`,
    ]),
  )

  return Object.entries(packages).flatMap(([path, entry]) => {
    const broken = Object.entries(entry.optionalDependencies ?? {})
      .map(([name, version]) => (EXACT.test(version) ? `${name}@${version}` : name))
      .filter((wanted) => !locked.has(wanted))
      .map((wanted) => `${path || 'the root'} wants ${wanted}, which the lockfile lacks`)
    if (entry.link) return broken
    if (entry.resolved) broken.push(`${path} names the host it came from`)
    if (path.includes('node_modules/') && !entry.integrity) broken.push(`${path} has no hash`)
    return broken
  })
}

/** Dependencies without an exact version. Exact versions make an install equal to the tested one. */
export function looseVersions(path: string, manifest: Manifest): string[] {
  return DEPENDENCY_KINDS.flatMap((kind) =>
    Object.entries(manifest[kind] ?? {})
      .filter(([, version]) => !EXACT.test(version))
      .map(([name, version]) => `${path}: ${name} "${version}" is not an exact version`),
  )
}

/** `node_modules/a/node_modules/@b/c` gives `@b/c`. */
function packageName(path: string) {
  return path.split('node_modules/').at(-1) ?? path
}

if (import.meta.main) {
  const lockfile: Lockfile = readJson('package-lock.json')
  const manifests = globSync([
    'package.json',
    '{apps,packages}/*/package.json',
    '{bench,e2e,prove}/package.json',
  ])
  const broken = [
    ...brokenLockfileRules(lockfile),
    ...manifests.flatMap((path) => looseVersions(path, readJson(path))),
  ]
  process.stdout.write(broken.map((line) => `${line}\n`).join(''))
  process.exitCode = broken.length > 0 ? 1 : 0
}

function readJson(path: string) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
