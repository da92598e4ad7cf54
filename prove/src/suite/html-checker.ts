import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The HTML checker of the W3C. It is no dependency, because every install would have its 30 MB. */
const CHECKER = 'vnu-jar@26.9.27'
const SHA512 = 'TkQd5DFfOaWC9ebtvozTsrH2Vaod3jYg+vrOeREzIXxBexLz9+rS2DNtjn7+RPUiZhgli0SghgBX6RJRNea0KA=='
const JAR = 'package/build/dist/vnu.jar'
const CACHE_FOLDER = join(import.meta.dirname, '../../../.cache/html-checker')
/** The checker prints a line for each remark that is no error, too. */
const OUTPUT_BYTES_MAX = 50_000_000

export type HtmlError = { file: string; line: number; message: string }

/** Returns the errors in the files of a folder. */
export async function checkHtml(folder: string): Promise<HtmlError[]> {
  const options = ['--errors-only', '--format', 'json', '--exit-zero-always', '--skip-non-html']
  const { stderr } = await run('java', ['-jar', await fetchChecker(), ...options, folder], {
    maxBuffer: OUTPUT_BYTES_MAX,
  })
  const { messages } = JSON.parse(stderr) as { messages: CheckerMessage[] }
  return messages.map(({ url, lastLine, message }) => ({ file: url ?? '', line: lastLine ?? 0, message }))
}

type CheckerMessage = { url?: string; lastLine?: number; message: string }

/** Returns the path of the checker, after fetching it from the package registry the first time. */
async function fetchChecker() {
  const folder = join(CACHE_FOLDER, CHECKER)
  const jar = join(folder, JAR)
  if (existsSync(jar)) return jar
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  const { stdout } = await run('npm', ['pack', CHECKER, '--silent', '--pack-destination', fresh])
  const archive = join(fresh, stdout.trim())
  const digest = createHash('sha512').update(readFileSync(archive)).digest('base64')
  if (digest !== SHA512) throw new Error(`${CHECKER} does not have the expected hash`)
  await run('tar', ['-xzf', archive, '-C', fresh, JAR])
  rmSync(archive)
  renameSync(fresh, folder)
  return jar
}
