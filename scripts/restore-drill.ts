import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readSettings } from '@nashta/service-kit/process/settings'
import { backUp, keysFolderOf } from './back-up-data.ts'
import { buildWebOrExit } from './build-web.ts'
import { loadEnvironment, messageOf, readCommandLine } from './command-line.ts'

/** The tables whose rows are counted, each with its database file. */
const COUNTED_TABLES = [
  ['shop', 'products'],
  ['shop', 'carts'],
  ['shop', 'orders'],
  // A store deletes old unconfirmed sign-ups when it starts.
  ['identity', 'users', 'WHERE confirmed = 1'],
] as const

/** The number of rows by table. */
type Counts = Record<string, number>

readCommandLine('npm run restore-drill', {}).refusePositionals()
loadEnvironment()
await buildWebOrExit()
const folder = mkdtempSync(join(tmpdir(), 'nashta-restore-drill-'))
try {
  const lines = await drill(readSettings(process.env).DATA_DIR)
  process.stdout.write(lines.map((line) => `${line}\n`).join(''))
} catch (error) {
  process.stderr.write(`The restore drill failed: ${messageOf(error)}\n`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Backs the store up, restores the backup into an empty folder and starts a store there. Resolves
 * to the lines to print. Rejects if the restored store is not ready or has fewer rows.
 */
async function drill(dataFolder: string) {
  const backup = join(folder, 'backup')
  const restored = join(folder, 'restored')
  // The rows are counted before the backup, because a running store may add rows meanwhile.
  const before = countRows(dataFolder)
  backUp(dataFolder, backup)
  for (const source of [backup, keysFolderOf(backup)]) cpSync(source, restored, { recursive: true })

  const store = startStore(restored)
  // The listener is added at once, because the store may exit early.
  const exited = once(store, 'exit')
  try {
    const url = await waitForUrl(store)
    const ready = await fetch(`${url}/readyz`)
    if (ready.status !== 200) throw new Error(`the restored store is not ready: ${await ready.text()}`)
    const after = countRows(restored)
    const lost = Object.keys(before).filter((name) => (after[name] ?? 0) < (before[name] ?? 0))
    if (lost.length > 0) throw new Error(`the restored store lacks ${lost.join(', ')}`)
    const listed = await fetch(`${url}/api/products`)
    if (listed.status !== 200) throw new Error(`the restored store lists no products: ${listed.status}`)
    return [
      ...Object.entries(after).map(
        ([name, found]) => `${name}: ${found} restored, ${before[name] ?? 0} before`,
      ),
      'The backup was restored, and the store on it is ready',
    ]
  } finally {
    store.kill('SIGTERM')
    await exited
  }
}

/** Starts a store with default settings, so that it sends no mail and calls no other service. */
function startStore(dataFolder: string) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  return spawn(process.execPath, ['apps/store/src/main.ts'], {
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataFolder, PORT: '0', LOG_LEVEL: 'fatal' },
    // The IPC channel closes when the drill is killed, and the store then exits.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
}

/** Resolves to the address that the store prints when it is ready. */
async function waitForUrl(store: ChildProcess): Promise<string> {
  for await (const chunk of store.stdout ?? []) {
    const url = /ready at (\S+)/.exec(String(chunk))?.[1]
    if (url) return url
  }
  throw new Error('the store does not start on the restored files; the lines above say why')
}

function countRows(dataFolder: string): Counts {
  const counts = COUNTED_TABLES.flatMap(([file, table, where = '']) => {
    const path = join(dataFolder, `${file}.sqlite`)
    if (!existsSync(path)) return []
    const database = new DatabaseSync(path, { readOnly: true })
    const row = database.prepare(`SELECT count(*) AS found FROM ${table} ${where}`).get()
    database.close()
    return [[table, Number(row?.['found'])]]
  })
  return Object.fromEntries(counts)
}
