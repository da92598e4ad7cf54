import { randomUUID } from 'node:crypto'
import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { aProduct } from '../apps/shop-api/src/catalogue/product.fixture.ts'
import { openTestShop, TEST_PAYMENTS } from '../apps/shop-api/src/shop.fixture.ts'

/*
 * Counts the source files of which a call of the Shop API runs a function: what somebody reads who follows it.
 */

const SOURCE = /^(?:apps|packages)\/(?!.*\.(?:test|fixture)\.)/
const root = fileURLToPath(new URL('..', import.meta.url))
const session = new Session()
session.connect()
await session.post('Profiler.enable')

/** The files of which `call` runs a function. A call is made once before, so that caches are filled. */
async function filesPassed(call: () => Promise<{ status: number }>): Promise<string[]> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const { status } = await call()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  if (status >= 300) throw new Error(`The call was refused with ${status}`)
  return result.flatMap(({ url, functions }) => {
    const path = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : ''
    const isRun = functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]?.count)
    return SOURCE.test(path) && isRun ? [path] : []
  })
}

type Shop = Awaited<ReturnType<typeof openTestShop>>

async function openShop(provider: 'simulator' | 'upi') {
  const shop = await openTestShop({ payments: { ...TEST_PAYMENTS, providers: [provider] } })
  await shop.shop.products.fillIfEmpty([aProduct({ products_id: 'laddoo', pricePaise: asPaise(40_000) })])
  return shop
}

function buy(shop: Shop, paymentDetails: object) {
  const items = [{ productId: 'laddoo', quantity: 1 }]
  const body = { items, totalAmount: 400, paymentDetails, shippingAddress: homeAddress }
  return shop.call('asha', 'POST', '/purchases/asha', body, { 'idempotency-key': randomUUID() })
}

async function print(name: string, call: () => Promise<{ status: number }>) {
  const files = await filesPassed(call)
  process.stdout.write(`${name}: ${files.length}\n`)
  if (process.argv[2] === '--files')
    process.stdout.write(
      files
        .toSorted()
        .map((file) => `  ${file}\n`)
        .join(''),
    )
}

const CARD = {
  method: 'card',
  cardNumber: '4242424242424242',
  cardHolderName: 'Asha Rao',
  expiryDate: '12/29',
}
const UPI = { method: 'hosted', choice: 'upi' }

const cards = await openShop('simulator')
await buy(cards, CARD)
await print('card payment', () => buy(cards, CARD))
const edit = () => cards.call('boss', 'PUT', '/products/laddoo', { description: `Soft ${randomUUID()}` })
await edit()
await print('desk product edit', edit)
await cards.close()

const upi = await openShop('upi')
async function confirmNext() {
  const { data } = await buy(upi, UPI)
  const seen = { reference: data.purchaseId.slice(-12).replaceAll(/\D/g, '1'), amount: 400 }
  return () => upi.call('boss', 'POST', `/admin/orders/${data.purchaseId}/confirm`, seen)
}
await (
  await confirmNext()
)()
await print('UPI confirmed at the desk', await confirmNext())
await upi.close()
