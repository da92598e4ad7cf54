import { createListener, type MountedApp } from '../http/dispatch.ts'
import { serve } from '../http/serve.ts'
import type { RunningProcess } from './run-process.ts'
import type { startUp } from './start-up.ts'

type ServeAloneOptions = Pick<ReturnType<typeof startUp>, 'settings' | 'options' | 'startTelemetry'> & {
  /** The subject of the line "The storefront is ready at …", with its article. */
  name: string
  startApp: (url: string) => Promise<MountedApp & { onClose?: () => Promise<void> }>
}

/** Serves one service in its own process. */
export async function serveAlone(service: ServeAloneOptions): Promise<RunningProcess> {
  const { name, settings, options } = service
  const telemetry = await service.startTelemetry()
  const served = await serve({
    host: settings.HOST,
    port: settings.PORT,
    https: options.https,
    trustedProxies: settings.TRUSTED_PROXIES,
    sharePort: settings.SHARE_PORT,
    async startApp(url) {
      const { app, precomputed, onClose } = await service.startApp(url)
      await app.ready()
      const listener = createListener({ app, precomputed })
      return {
        listener: telemetry?.traceRequests(listener) ?? listener,
        async onClose() {
          await app.close()
          await onClose?.()
          await telemetry?.stop()
        },
      }
    },
  })
  return { ...served, logger: options.logger, readyLine: `${name} is ready at ${served.url}` }
}
