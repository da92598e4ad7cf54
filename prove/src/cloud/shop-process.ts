import { createSmtpTransport } from '@nashta/mail/smtp-transport'
import { readSettings } from '@nashta/service-kit/process/settings'
import { openDynamoStorage } from '@nashta/shop-api/dynamodb-storage'
import { openShopApi } from '@nashta/shop-api/open-shop-api'
import { paymentSettingsOf } from '@nashta/shop-api/payments/create-providers'
import { connect } from './cloud-shop.ts'
import { helpPictures, shopOptions } from './shop-options.ts'

// The main file of the process that `startShopProcess` starts: a Shop API that a proof can kill.
// Without an SMTP server, it sends the message id of each mail to its parent process.
const { endpoint, tables, smtpUrl, settings = {} } = JSON.parse(process.argv[2] ?? '{}')
const shop = openShopApi(
  (context) => openDynamoStorage({ ...context, client: connect(endpoint), tables, helpPictures }),
  {
    ...shopOptions((messageId) => process.send?.({ messageId })),
    payments: paymentSettingsOf(readSettings(settings)),
    ...(smtpUrl && { mailTransport: createSmtpTransport({ url: smtpUrl, from: 'hello@snacks.example' }) }),
    deliverEvents: null,
  },
)
await shop.app.listen({ host: '127.0.0.1', port: 0 })
const address = shop.app.server.address()
process.send?.({ port: typeof address === 'object' ? address?.port : null })
process.on('disconnect', () => process.exit())
