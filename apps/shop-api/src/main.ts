import { openMail } from '@nashta/mail/open-mail'
import { makeDataFolder } from '@nashta/service-kit/data-folder'
import { registerHealth } from '@nashta/service-kit/health'
import { runProcess } from '@nashta/service-kit/run-process'
import { serveAlone } from '@nashta/service-kit/serve-alone'
import { startUp } from '@nashta/service-kit/start-up'
import { openSqliteShopApi } from './sqlite-shop-api.ts'

await runProcess(() => {
  const { settings, options, now } = startUp('shop-api', process.env)
  makeDataFolder(settings.DATA_DIR)

  return serveAlone({
    name: 'The Shop API',
    settings,
    options,
    async open(url) {
      const mail = openMail({ settings, dataFolder: settings.DATA_DIR, now })
      const { app, atHand, probe, close } = openSqliteShopApi({
        ...options,
        dataFolder: settings.DATA_DIR,
        // Nobody can sign in before there is a user pool.
        verifyToken: async () => null,
        emailOf: async () => null,
        mailTransport: mail.transport,
        publicUrl: settings.PUBLIC_URL ?? url,
        imageHosts: settings.IMAGE_HOSTS,
        now,
      })
      registerHealth(app, { database: probe }, now)
      return {
        app,
        atHand,
        async onClose() {
          await close()
          await mail.transport.close()
        },
      }
    },
  })
})
