import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { bareEnvironment } from '@nashta/service-kit/process/bare-environment.fixture'

const MAIN = join(import.meta.dirname, 'main.ts')

export type StoreSettings = Record<string, string>
export type StoreProcess = Awaited<ReturnType<typeof startStoreProcess>>

/**
 * Starts the real store as a separate process, on any free port. Its data is in a temporary folder
 * that `stop` deletes, unless the settings name a `DATA_DIR`.
 */
export async function startStoreProcess(settings: StoreSettings = {}, limits: ProcessLimits = {}) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'nashta-store-'))
  const child = spawnStore({ DATA_DIR: dataFolder, ...settings }, limits)
  const ended = waitForEnd(child)
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  const url = await waitForUrl(child)

  return {
    url,
    child,
    ended,
    /** The one-time link for making the first account. Undefined if the shop has an administrator. */
    welcomeUrl: /within one hour: (\S+)/.exec(printed)?.[1],
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal)
      const end = await ended
      rmSync(dataFolder, { recursive: true })
      return end
    },
  }
}

/** Runs a store that is expected to exit by itself. `user` is the system user that runs it. */
export function runStoreToItsEnd(settings: StoreSettings, user: { uid?: number } = {}) {
  return waitForEnd(spawnStore(settings, user))
}

/** How the process of a store ends that cannot start. */
export function refusal(reason: string) {
  return { code: 1, stdout: '', stderr: `Could not start: ${reason}\n` }
}

export type ProcessLimits = {
  /** How many files and connections the process may have open. */
  descriptorsMax?: number
}

/** A shell script: sets the limit in its first argument, then runs the program in the others. */
const WITH_DESCRIPTOR_LIMIT = 'ulimit -n "$0" && exec "$@"'

/** Starts a store without waiting until it is ready. */
export function spawnStore(
  settings: StoreSettings,
  { descriptorsMax, ...user }: ProcessLimits & { uid?: number } = {},
) {
  const store = [process.execPath, MAIN]
  const [command = '', ...args] =
    descriptorsMax === undefined
      ? store
      : ['sh', '-c', WITH_DESCRIPTOR_LIMIT, String(descriptorsMax), ...store]
  return spawn(command, args, {
    env: bareEnvironment(settings),
    // The store exits when the IPC channel closes, so it does not outlive a test that was killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...user,
  })
}

/** Waits until a process ends by itself. */
export async function waitForEnd(child: ReturnType<typeof spawnStore>) {
  const code = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  const [stdout, stderr] = await Promise.all(
    [child.stdout, child.stderr].map(async (stream) => (stream ? text(stream) : '')),
  )
  return { code: await code, stdout, stderr }
}

/** Waits until the program prints the line `… ready at URL`. Returns that URL. */
export function waitForUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const url = /ready at (\S+)/.exec(chunk.toString())?.[1]
      if (url) resolve(url)
    })
    child.once('close', (code) => reject(new Error(`the process ended with ${code} before it was ready`)))
  })
}
