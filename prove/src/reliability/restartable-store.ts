import { once } from 'node:events'
import { createServer } from 'node:net'
import type { StoreSettings } from '@nashta/store/store-process.fixture'
import { type ProofContext, portOf } from '../proof-context.ts'

export type RestartableStore = Awaited<ReturnType<typeof startRestartableStore>>

/**
 * Starts a store that can be restarted at the same address with the same data folder. `settings`
 * are for every start. The settings of a restart are for that start only.
 */
export async function startRestartableStore(context: ProofContext, settings: StoreSettings = {}) {
  const dataFolder = context.freshFolder()
  const port = await freePort()
  const start = (more: StoreSettings) =>
    context.startStore({ DATA_DIR: dataFolder, PORT: String(port), ...settings, ...more })
  let store = await start({})

  return {
    url: store.url,
    dataFolder,
    /** Ends the store by SIGKILL, so that it cannot finish anything. */
    async kill() {
      store.child.kill('SIGKILL')
      await store.ended
    },
    async startAgain(more: StoreSettings = {}) {
      store = await start(more)
    },
    /** Stops the store by SIGTERM. Resolves with its output. */
    async stop() {
      store.child.kill('SIGTERM')
      return store.ended
    },
    /** Stops the store and starts it again. Resolves with the output until the stop. */
    async restart(more: StoreSettings = {}) {
      const output = await this.stop()
      await this.startAgain(more)
      return output
    },
  }
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return port
}
