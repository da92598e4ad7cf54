import { signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { startAwsStandIns } from '@nashta/store/aws-stand-ins.fixture'
import { measureAlone } from '../compare.ts'
import { requestText, UNIQUE_MARK } from '../load/load.ts'
import { storeProgram } from '../processes/measured-process.ts'
import type { Bench, Row } from '../row.ts'
import type { Shopper } from './start-store.ts'

const PRODUCT_ID = 'donut-kesar-pista'
const ANY_FREE_PORT = '0'

/** These rows compare one process with two that share their tables, on stand-ins for AWS. */
export const cloudRows: Row[] = [
  cloudRow('cloud-products', 'GET /api/products, whole list', () => requestText({ path: '/api/products' })),
  cloudRow('cloud-cart-read', 'read a cart, token and session checked', ({ userId, authorization }) =>
    requestText({ path: `/api/carts/${userId}`, headers: { Authorization: authorization } }),
  ),
  cloudRow(
    'cloud-cart-add',
    'cart change with an idempotency key, all on one cart',
    ({ userId, authorization }) =>
      requestText({
        method: 'PUT',
        path: `/api/carts/${userId}`,
        headers: { Authorization: authorization, 'Idempotency-Key': `add-${UNIQUE_MARK}` },
        body: { itemId: PRODUCT_ID, quantity: 2 },
      }),
  ),
]

function cloudRow(name: string, label: string, requestOf: (shopper: Shopper) => string): Row {
  return {
    name,
    async measure(bench) {
      const aws = await startAwsStandIns()
      bench.onEnd(() => aws.stop())
      const first = await startCloudStore(bench, aws.settings, ANY_FREE_PORT)
      const { userId, accessToken } = await signUpShopper(first.url, {}, { mailbox: aws.mailbox })
      const authorization = `Bearer ${accessToken}`
      await fetch(`${first.url}/api/carts/${userId}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ productId: PRODUCT_ID, quantity: 1 }),
      })
      const load = { requests: [requestOf({ userId, authorization })], expected: { status: 200 } }
      const one = await measureAlone(bench.generator, { process: first, load }, bench.effort)
      // The second process listens on the port of the first, so both share the load. The report
      // compares requests per second only, because the CPU time is that of the first process.
      await startCloudStore(bench, aws.settings, new URL(first.url).port)
      const two = await measureAlone(bench.generator, { process: first, load }, bench.effort)
      return { kind: 'processes', label, one, two }
    },
  }
}

function startCloudStore(bench: Bench, settings: Record<string, string>, port: string) {
  const allSettings = { ...settings, PORT: port, SHARE_PORT: 'true' }
  return bench.startProfiled(storeProgram(bench.freshFolder(), allSettings))
}
