import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bareEnvironment } from '@nashta/service-kit/process/bare-environment.fixture'
import { onTestFinished } from 'vitest'
import { type StoreSettings, waitForEnd, waitForUrl } from './store-process.fixture.ts'

const MAINS = {
  'shop-api': '../../shop-api/src/main.ts',
  identity: '../../identity/src/main.ts',
  recommendations: '../../recommendations/src/main.ts',
  web: '../../web/server/main.ts',
}

/** Starts one service of the store as a separate process, which is killed when the test ends. */
export async function startServiceForTest(name: keyof typeof MAINS, settings: StoreSettings) {
  const service = await startServiceProcess(name, settings)
  onTestFinished(() => void service.stop('SIGKILL'))
  return service
}

/** Starts one service of the store as a separate process. The caller must stop it. */
export async function startServiceProcess(name: keyof typeof MAINS, settings: StoreSettings) {
  const child = spawn(process.execPath, [join(import.meta.dirname, MAINS[name])], {
    env: bareEnvironment(settings),
    // Through the IPC channel, the service notices that its parent was killed, and exits.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = new Promise((resolve) => {
    child.once('close', resolve)
  })
  const { origin } = new URL(await waitForUrl(child))
  return {
    origin,
    stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

/** Starts a service that cannot start, and resolves to how its process ends. */
export function runServiceToItsEnd(name: keyof typeof MAINS, settings: StoreSettings) {
  const child = spawn(process.execPath, [join(import.meta.dirname, MAINS[name])], {
    env: bareEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  return waitForEnd(child)
}
