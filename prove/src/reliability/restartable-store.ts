import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { StoreSettings } from '@nashta/store/store-process.fixture'
import type { Scene } from '../proof-context.ts'

export type LastingStore = Awaited<ReturnType<typeof startLastingStore>>

/** A store that comes back at the same address, with what it had written down and nothing else. */
export async function startLastingStore(scene: Scene, settings: StoreSettings = {}) {
  const dataFolder = scene.freshFolder()
  const port = await freePort()
  const start = (more: StoreSettings) =>
    scene.startStore({ DATA_DIR: dataFolder, PORT: String(port), ...settings, ...more })
  let store = await start({})

  return {
    url: store.url,
    dataFolder,
    /** As a power button does: without a word before. */
    async kill() {
      store.child.kill('SIGKILL')
      await store.ended
    },
    async startAgain(more: StoreSettings = {}) {
      store = await start(more)
    },
    /** In good order, with whatever it had to complain of. */
    async stop() {
      store.child.kill('SIGTERM')
      return store.ended
    },
    async restart(more: StoreSettings = {}) {
      const end = await this.stop()
      await this.startAgain(more)
      return end
    },
  }
}

/** One that nobody listens at. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
