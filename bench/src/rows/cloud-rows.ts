import { signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { startAwsStandIns } from '@nashta/store/aws-stand-ins.fixture'
import { measureAlone } from '../compare.ts'
import { requestText, UNIQUE_MARK } from '../load.ts'
import type { Bench, Row } from '../row.ts'
import { STORE } from './store-rows.ts'

type Shopper = { sub: string; authorization: string }
type Question = { name: string; what: string; request: (shopper: Shopper) => string }

const QUESTIONS: Question[] = [
  {
    name: 'cloud-products',
    what: 'GET /api/products, whole list',
    request: () => requestText({ path: '/api/products' }),
  },
  {
    name: 'cloud-cart-read',
    what: 'read a cart, token checked',
    request: ({ sub, authorization }) =>
      requestText({ path: `/api/carts/${sub}`, headers: { Authorization: authorization } }),
  },
  {
    name: 'cloud-cart-add',
    what: 'cart add with its key, all on one cart',
    request: ({ sub, authorization }) =>
      requestText({
        method: 'PUT',
        path: `/api/carts/${sub}`,
        headers: { Authorization: authorization, 'Idempotency-Key': `click-${UNIQUE_MARK}` },
        body: { itemId: 'donut-kesar-pista', quantity: 2 },
      }),
  },
]

/** What a second process on the same tables brings, where the tables' stand-in shares the machine. */
export const cloudRows: Row[] = QUESTIONS.map(({ name, what, request }) => ({
  name,
  async measure(bench) {
    const aws = await startAwsStandIns()
    try {
      const one = await startStore(bench, aws.settings, '0')
      const { userId, accessToken } = await signUpShopper(one.url, {}, { mailbox: aws.mailbox })
      const shopper = { sub: userId, authorization: `Bearer ${accessToken}` }
      await fetch(`${one.url}/api/carts/${shopper.sub}`, {
        method: 'POST',
        headers: { authorization: shopper.authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ productId: 'donut-kesar-pista', quantity: 1 }),
      })
      const load = { requests: [request(shopper)], expected: { status: 200 } }
      const alone = await measureAlone(bench.generator, { process: one, load }, bench.effort)
      await startStore(bench, aws.settings, new URL(one.url).port)
      const both = await measureAlone(bench.generator, { process: one, load }, bench.effort)
      return { kind: 'processes', what, one: alone, two: both }
    } finally {
      await aws.stop()
    }
  },
}))

function startStore(bench: Bench, settings: Record<string, string>, PORT: string) {
  const environment = { ...settings, PORT, SHARE_PORT: 'true', DATA_DIR: bench.freshFolder() }
  return bench.startSubject({ program: STORE, environment })
}
