import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { bareEnvironment } from '@nashta/service-kit/process/bare-environment.fixture'
import { readyUrl } from '@nashta/store/store-process.fixture'
import { USAGE_QUESTION, type Usage } from './usage.ts'

const LOOK_EVERY_MS = 100
const LOOKS_MAX = 300
/** Less than that between two looks is a timer, not work. */
const IDLE_MICROS = 5_000

const REPORTER = join(import.meta.dirname, 'report-usage.ts')

export type MeasuredProcess = {
  url: string
  usage: () => Promise<Usage>
  /** Once nothing is left to do: what an answer puts off is part of what it costs. */
  settledUsage: () => Promise<Usage>
  stop: () => Promise<void>
}

export type MeasuredProgram = {
  program: string
  args?: string[]
  environment?: Record<string, string>
  /** Where a CPU profile of the whole life of the process is written. */
  profileFolder?: string | undefined
}

/** A server as a process of its own, which ends with this one. */
export async function startMeasured({
  program,
  args = [],
  environment = {},
  profileFolder,
}: MeasuredProgram): Promise<MeasuredProcess> {
  const profile = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : []
  const child = spawn(process.execPath, [...profile, '--import', REPORTER, program, ...args], {
    env: bareEnvironment({ RATE_LIMIT_SCALE: '1e9', ...environment }),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const url = await readyUrl(child)

  async function usage() {
    const answer = once(child, 'message')
    child.send(USAGE_QUESTION)
    const [usage] = (await Promise.race([answer, exited.then(gone)])) as [Usage]
    return usage
  }

  return {
    url,
    usage,
    async settledUsage() {
      let before = await usage()
      for (let look = 0; look < LOOKS_MAX; look += 1) {
        await wait(LOOK_EVERY_MS)
        const after = await usage()
        if (after.cpuMicros - before.cpuMicros < IDLE_MICROS) return after
        before = after
      }
      throw new Error('the server is still at work long after its last answer')
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

function gone(): never {
  throw new Error('the server ended while it was measured')
}
