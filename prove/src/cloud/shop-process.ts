import { createLogger } from '@nashta/service-kit/process/logger'
import { openDynamoShopApi } from '@nashta/shop-api/dynamodb-shop-api'
import { connect } from './cloud-shop.ts'

// A Shop API in a process of its own, which a proof can kill. Its parent is told of each mail.
const { endpoint, tables } = JSON.parse(process.argv[2] ?? '{}')
const shop = openDynamoShopApi({
  client: connect(endpoint),
  tables,
  https: false,
  logger: createLogger({ service: 'shop-api', level: 'silent' }),
  now: () => new Date(),
  publicUrl: 'https://snacks.example',
  rateLimitScale: Infinity,
  imageHosts: [],
  emailOf: async ({ sub }) => `${sub}@example.in`,
  mailTransport: {
    concurrency: 8,
    async send({ messageId }) {
      process.send?.({ messageId })
    },
    async close() {},
  },
  deliverEvents: null,
  paymentGateway: 'simulator',
  verifyToken: async (token) => ({ sub: token, username: token, groups: [] }),
})
await shop.app.listen({ host: '127.0.0.1', port: 0 })
const address = shop.app.server.address()
process.send?.({ port: typeof address === 'object' ? address?.port : null })
process.on('disconnect', () => process.exit())
