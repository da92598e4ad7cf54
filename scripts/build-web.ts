import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const WEB = 'apps/web'
/** A file with the hash of the sources of the last build. */
const SOURCES_HASH_FILE = join(WEB, 'build/.built-from')
const SOURCES = [
  'package-lock.json',
  `${WEB}/*.ts`,
  `${WEB}/app/**/*`,
  `${WEB}/public/**/*`,
  'packages/{browser,contracts,ui}/src/**/*',
  'scripts/build-web.ts',
]

/** Builds the storefront unless the last build was made from the same sources. */
export async function buildWebWhenStale() {
  const hash = hashSources()
  if (existsSync(SOURCES_HASH_FILE) && readFileSync(SOURCES_HASH_FILE, 'utf8') === hash) return

  process.stderr.write('Building the storefront\n')
  // The hash is deleted first, so that an interrupted build does not count as complete.
  rmSync(SOURCES_HASH_FILE, { force: true })
  runReactRouter('build')
  await compressAssets(join(WEB, 'build/client'))
  writeFileSync(SOURCES_HASH_FILE, hash)
}

export async function buildWebOrExit() {
  try {
    await buildWebWhenStale()
  } catch (error) {
    process.stderr.write(`${String(error)}\nCould not start: the storefront does not build\n`)
    process.exit(1)
  }
}

/** Generates the types of each route's params and data for `tsc`. */
export function generateRouteTypes() {
  runReactRouter('typegen')
}

function runReactRouter(command: 'build' | 'typegen') {
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

/** Writes a .br and a .gz file beside every text file, so that the server need not compress. */
async function compressAssets(folder: string) {
  const files = globSync(`${folder}/**/*.{js,css,svg,txt,xml,json,webmanifest}`)
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      await writeFile(`${file}.br`, await compressBrotli(content))
      await writeFile(`${file}.gz`, await compressGzip(content, { level: 9 }))
    }),
  )
}
