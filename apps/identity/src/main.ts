import { createMailboxApp } from '@nashta/mail/mailbox-app'
import { openMail } from '@nashta/mail/open-mail'
import { createHttpDelivery } from '@nashta/outbox/events'
import { createService } from '@nashta/service-kit/http/create-service'
import { registerHealth } from '@nashta/service-kit/http/health'
import { serve } from '@nashta/service-kit/http/serve'
import { runProcess } from '@nashta/service-kit/process/run-process'
import { makeDataFolder, startUp } from '@nashta/service-kit/process/start-up'
import { IDENTITY_POOL_BASE } from './create-identity-pool.ts'
import { USER_POOL_BASE } from './create-user-pool.ts'
import { openSqliteUserPool } from './sqlite-user-pool.ts'

/** The mailbox app serves /dev/mailbox. */
const MAILBOX_BASE = '/dev'

await runProcess(async () => {
  const { settings, logger, options, now } = startUp('identity', process.env)
  const dataFolder = settings.DATA_DIR
  makeDataFolder(dataFolder)

  const served = await serve({
    host: settings.HOST,
    port: settings.PORT,
    https: options.https,
    sharePort: settings.SHARE_PORT,
    async startApp(url) {
      const mail = openMail({ settings, dataFolder, now })
      const { userPool, identityPool, probe, close } = await openSqliteUserPool({
        ...options,
        dataFolder,
        settings,
        mailTransport: mail.transport,
        deliverEvents: createHttpDelivery(settings),
        publicUrl: settings.PUBLIC_URL ?? url,
        now,
      })
      const health = createService(options)
      registerHealth(health, { userPool: probe }, now)

      const appByBase = new Map([
        [USER_POOL_BASE, userPool],
        [IDENTITY_POOL_BASE, identityPool],
      ])
      if (mail.mailbox) appByBase.set(MAILBOX_BASE, createMailboxApp({ ...options, mailbox: mail.mailbox }))
      const apps = [health, ...appByBase.values()]
      await Promise.all(apps.map((app) => app.ready()))

      return {
        listener(request, response) {
          // The first segment of the path names the app: '/user-pool' of '/user-pool/x?y'.
          const [base = ''] = /^\/[^/?]*/.exec(request.url ?? '') ?? []
          const app = appByBase.get(base) ?? health
          app.routing(request, response)
        },
        async onClose() {
          await Promise.all(apps.map((app) => app.close()))
          await close()
          await mail.transport.close()
        },
      }
    },
  })
  return { ...served, logger, readyLine: `The user pool is ready at ${served.url}` }
})
