import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const POLL_MS = 20
const POLLS_MAX = 1500
const MB = 1024 * 1024

/** Settings that make the store report its live memory. */
export function liveMemorySettings(folder: string) {
  return {
    LIVE_MEMORY_FILE: liveMemoryFile(folder),
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'report-live-memory.ts')).href}`,
  }
}

/** The memory in MB that the store uses after a garbage collection. */
export async function measureLiveMemory(pid: number, folder: string): Promise<number> {
  const file = liveMemoryFile(folder)
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  for (let poll = 0; poll < POLLS_MAX; poll += 1) {
    if (existsSync(file)) return Number(readFileSync(file, 'utf8')) / MB
    await wait(POLL_MS)
  }
  throw new Error('the store does not say what it keeps in memory')
}

function liveMemoryFile(folder: string) {
  return join(folder, 'live-memory')
}

/** Resident memory in MB. `ps` reports kilobytes. */
export function measureResidentMemory(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

/** The number of open files and connections; null where the system has no /proc. */
export function countOpenHandles(pid: number): number | null {
  const folder = `/proc/${pid}/fd`
  return existsSync(folder) ? readdirSync(folder).length : null
}
