import { once } from 'node:events'
import { createServer } from 'node:net'
import type { StoreSettings } from '@nashta/store/store-process.fixture'
import { type ProofContext, portOf } from '../proof-context.ts'

export type RestartableStore = Awaited<ReturnType<typeof startRestartableStore>>

/** A store that can be restarted at the same address with its data folder. */
export async function startRestartableStore(context: ProofContext, settings: StoreSettings = {}) {
  const dataFolder = context.freshFolder()
  const port = await freePort()
  const start = (more: StoreSettings) =>
    context.startStore({ DATA_DIR: dataFolder, PORT: String(port), ...settings, ...more })
  let store = await start({})

  return {
    url: store.url,
    dataFolder,
    /** Kills the store without a warning, by SIGKILL. */
    async kill() {
      store.child.kill('SIGKILL')
      await store.ended
    },
    async startAgain(more: StoreSettings = {}) {
      store = await start(more)
    },
    /** Stops the store by SIGTERM, and resolves with its output. */
    async stop() {
      store.child.kill('SIGTERM')
      return store.ended
    },
    /** Stops and starts the store, and resolves with the output of the stopped one. */
    async restart(more: StoreSettings = {}) {
      const output = await this.stop()
      await this.startAgain(more)
      return output
    },
  }
}

/** A free TCP port. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return port
}
