import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** The apps that run in browsers, by the names that the build reports. */
const BROWSER_APPS = [
  { name: 'storefront', folder: 'apps/web' },
  { name: 'desk', folder: 'apps/desk' },
]

const SHARED_SOURCES = [
  'package-lock.json',
  'packages/{browser,contracts,ui}/{package.json,src/**/*}',
  'scripts/build-web.ts',
]

/** Builds the storefront and the desk, unless their last builds were made from the same sources. */
export async function buildWebWhenStale() {
  for (const { name, folder } of BROWSER_APPS) {
    /** A file with the hash of the sources of the last build. */
    const hashFile = join(folder, 'build/.built-from')
    const hash = hashSources(folder)
    if (existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash) continue

    process.stderr.write(`Building the ${name}\n`)
    // The hash file is deleted first, so that an interrupted build does not count as complete.
    rmSync(hashFile, { force: true })
    runReactRouter(folder, 'build')
    await compressAssets(join(folder, 'build/client'))
    writeFileSync(hashFile, hash)
  }
}

export async function buildWebOrExit() {
  try {
    await buildWebWhenStale()
  } catch (error) {
    process.stderr.write(`${String(error)}\nCould not start: the pages do not build\n`)
    process.exit(1)
  }
}

/** Generates the types of each route's params and data for `tsc`. */
export function generateRouteTypes() {
  for (const { folder } of BROWSER_APPS) runReactRouter(folder, 'typegen')
}

function runReactRouter(folder: string, command: 'build' | 'typegen') {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['../../node_modules/@react-router/dev/bin.cjs', command],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) throw new Error(`${stdout}${stderr}\nreact-router ${command} failed, see above`)
}

function hashSources(folder: string) {
  const sources = [
    ...SHARED_SOURCES,
    `${folder}/{package.json,*.ts}`,
    `${folder}/app/**/*`,
    `${folder}/worker/*.ts`,
    `${folder}/public/**/*`,
  ]
  const hash = createHash('sha256')
  for (const path of globSync(sources, { exclude: ['**/*.test.*'] }).toSorted()) {
    if (statSync(path).isFile()) hash.update(path).update(readFileSync(path))
  }
  return hash.digest('hex')
}

/** Writes a .br and a .gz file beside every text file, to spare the server the compression. */
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
