import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { bareEnvironment } from '@nashta/service-kit/process/bare-environment.fixture'
import { waitForUrl } from '@nashta/store/store-process.fixture'

const POLL_MS = 100
const POLLS_MAX = 300
/** A process is idle if it uses less CPU time between two polls. Timers use a little. */
const IDLE_MICROS = 5_000

/** The folder of this repository. */
const TODAY = join(import.meta.dirname, '../../..')
const USAGE_REPORTER = join(import.meta.dirname, 'report-usage.ts')

const running = new Set<ChildProcess>()
// The servers' folders are removed when this process ends, so the servers end first.
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** CPU time since the start of a process, and its resident memory. */
export type Usage = { cpuMicros: number; memoryBytes: number }

export type MeasuredProcess = {
  url: string
  usage: () => Promise<Usage>
  /** Waits until the process is idle, because work after a response is part of its cost too. */
  usageWhenIdle: () => Promise<Usage>
  stop: () => Promise<void>
}

export type MeasuredProgram = {
  /** The path of a TypeScript file. */
  program: string
  /** The folder in which the program runs. */
  folder?: string
  args?: string[]
  environment?: Record<string, string>
  /** The folder for a CPU profile of the process. */
  profileFolder?: string | undefined
}

/**
 * The store as `npm start` runs it, without two limits. All load comes from one network address, so
 * rate limits are off. A few accounts place all orders, so open orders have no limit. `root` is the
 * folder of another commit.
 */
export function storeProgram(
  dataFolder: string,
  settings: Record<string, string> = {},
  root = TODAY,
): MeasuredProgram {
  const environment = {
    DATA_DIR: dataFolder,
    RATE_LIMIT_SCALE: '1e9',
    // 0 means no limit.
    OPEN_UNITS_MAX: '0',
    LOG_LEVEL: 'error',
    ...settings,
  }
  return { program: join(root, 'apps/store/src/main.ts'), folder: root, environment }
}

/** Starts a server as a child process, which ends when this process ends. */
export async function startMeasured({
  program,
  folder,
  args = [],
  environment = {},
  profileFolder,
}: MeasuredProgram): Promise<MeasuredProcess> {
  const profile = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : []
  const child = spawn(process.execPath, [...profile, '--import', USAGE_REPORTER, program, ...args], {
    cwd: folder,
    env: bareEnvironment(environment),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  running.add(child)
  const exited = once(child, 'exit')
  void exited.then(() => running.delete(child))
  const url = await waitForUrl(child)

  async function usage() {
    const replied = once(child, 'message')
    child.send('usage')
    const [reply]: Usage[] = await Promise.race([replied, exited.then(throwEnded)])
    return reply ?? throwEnded()
  }

  return {
    url,
    usage,
    async usageWhenIdle() {
      let before = await usage()
      for (let poll = 0; poll < POLLS_MAX; poll += 1) {
        await wait(POLL_MS)
        const after = await usage()
        if (after.cpuMicros - before.cpuMicros < IDLE_MICROS) return after
        before = after
      }
      throw new Error('the server is still busy long after its last response')
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

function throwEnded(): never {
  throw new Error('the server ended while it was measured')
}
