import type { FastifyInstance } from 'fastify'
import type { Started } from './run-process.ts'
import { serve } from './serve.ts'
import type { startUp } from './start-up.ts'

type AloneOptions = ReturnType<typeof startUp> & {
  app: FastifyInstance
  /** As in "The storefront is ready at …". */
  name: string
  onClose?: () => Promise<void>
}

/** One service as a process of its own. */
export async function serveAlone({ app, name, settings, options, onClose }: AloneOptions): Promise<Started> {
  await app.ready()
  const served = await serve({
    host: settings.HOST,
    port: settings.PORT,
    https: options.https,
    listener: (request, response) => app.routing(request, response),
    async onClose() {
      await app.close()
      await onClose?.()
    },
  })
  return { ...served, logger: options.logger, readyLine: `${name} is ready at ${served.url}` }
}
