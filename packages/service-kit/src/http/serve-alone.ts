import type { RunningProcess } from '../process/run-process.ts'
import type { startUp } from '../process/start-up.ts'
import { listenerOf, type Part } from '../responses/at-hand.ts'
import { serve } from './serve.ts'

type ServeAloneOptions = Pick<ReturnType<typeof startUp>, 'settings' | 'options'> & {
  /** As in "The storefront is ready at …". */
  name: string
  open: (url: string) => Promise<Part & { onClose?: () => Promise<void> }>
}

/** One service as a process of its own. */
export async function serveAlone({
  name,
  settings,
  options,
  open,
}: ServeAloneOptions): Promise<RunningProcess> {
  const served = await serve({
    host: settings.HOST,
    port: settings.PORT,
    https: options.https,
    sharePort: settings.SHARE_PORT,
    async open(url) {
      const { app, atHand, onClose } = await open(url)
      await app.ready()
      return {
        listener: listenerOf({ app, atHand }),
        async onClose() {
          await app.close()
          await onClose?.()
        },
      }
    },
  })
  return { ...served, logger: options.logger, readyLine: `${name} is ready at ${served.url}` }
}
