import { globSync, readFileSync } from 'node:fs'

type LockedPackage = {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  /** True for a package inside the archive of another package. The archive's hash covers both. */
  inBundle?: boolean
  optionalDependencies?: Record<string, string>
}
type Lockfile = { packages: Record<string, LockedPackage> }
type Manifest = Partial<Record<(typeof DEPENDENCY_KINDS)[number], Record<string, string>>>

const DEPENDENCY_KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
const EXACT_VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/

/**
 * Checks the following rules, and returns one sentence for each violation:
 * - Every package has a hash.
 * - No package has a `resolved` URL, which would bind installs to one registry.
 * - The optional dependencies for all platforms are locked, because npm skips a missing dependency
 *   without a warning.
 */
export function brokenLockfileRules({ packages }: Lockfile): string[] {
  /** Each locked package twice: as `name` and as `name@version`. */
  const locked = new Set(
    Object.entries(packages).flatMap(([path, { version }]) => [
      packageName(path),
      `${packageName(path)}@${version}`,
    ]),
  )

  return Object.entries(packages).flatMap(([path, entry]) => {
    const broken = Object.entries(entry.optionalDependencies ?? {})
      // For a version range, any locked version of the package counts.
      .map(([name, version]) => (EXACT_VERSION.test(version) ? `${name}@${version}` : name))
      .filter((wanted) => !locked.has(wanted))
      .map((wanted) => `${path || 'the root'} wants ${wanted}, which the lockfile lacks`)
    if (entry.link) return broken
    if (entry.resolved) broken.push(`${path} names the host it came from`)
    if (path.includes('node_modules/') && !entry.integrity && !entry.inBundle)
      broken.push(`${path} has no hash`)
    return broken
  })
}

/**
 * Returns one sentence for each dependency without an exact version. With a version range, an
 * install could differ from the tested one.
 */
export function looseVersions(path: string, manifest: Manifest): string[] {
  return DEPENDENCY_KINDS.flatMap((kind) =>
    Object.entries(manifest[kind] ?? {})
      .filter(([, version]) => !EXACT_VERSION.test(version))
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
    '{bench,e2e,prove,deploy/aws}/package.json',
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
