import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressAssets } from './compress-assets.ts'

const WEB = 'apps/web'
const STAMP = join(WEB, 'build/.built-from')
const SOURCES = [
  'package-lock.json',
  `${WEB}/*.ts`,
  `${WEB}/app/**/*`,
  `${WEB}/public/**/*`,
  'packages/{browser,contracts,ui}/src/**/*',
  'scripts/compress-assets.ts',
]

/** Builds the storefront unless the last build was made from these very sources. */
export async function buildWebWhenStale() {
  const sources = hashSources()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return

  process.stderr.write('Building the storefront\n')
  // Gone first, so that a build cut short never passes for a whole one.
  rmSync(STAMP, { force: true })
  reactRouter('build')
  await compressAssets(join(WEB, 'build/client'))
  writeFileSync(STAMP, sources)
}

/** For a program that is nothing without its pages. */
export async function buildWebOrExit() {
  try {
    await buildWebWhenStale()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\nCould not start: the storefront does not build\n`)
    process.exit(1)
  }
}

/** The types of each route's params and data, which `tsc` reads beside the sources. */
export function generateRouteTypes() {
  reactRouter('typegen')
}

function reactRouter(command: 'build' | 'typegen') {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['../../node_modules/@react-router/dev/bin.cjs', command],
    { cwd: WEB, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) throw new Error(`${stdout}${stderr}\nreact-router ${command} failed, see above`)
}

function hashSources() {
  const hash = createHash('sha256')
  for (const path of globSync(SOURCES, { exclude: ['**/*.test.*'] }).toSorted()) {
    if (statSync(path).isFile()) hash.update(path).update(readFileSync(path))
  }
  return hash.digest('hex')
}
