import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { afterEach, expect, it } from 'vitest'
import { openCheckout } from '../orders/work/checkout.fixture.ts'
import { openTestShop } from '../shop.fixture.ts'

const deletedSubs: string[] = []
let deletionAttempts = 0
/** A user pool that cannot be reached at the first deletion. */
const accounts = {
  isOperator: async (sub: string) => sub === 'ravi',
  allEmailsOf: async () => ['old@example.in'],
  async delete(sub: string) {
    deletionAttempts += 1
    if (deletionAttempts === 1) throw new Error('The user pool is away')
    deletedSubs.push(sub)
  },
}

const { shop, place } = openCheckout((overrides) => openTestShop({ ...overrides, accounts }))
afterEach(() => {
  deletionAttempts = 0
  deletedSubs.length = 0
})

const erase = (sub: string) =>
  shop().call('boss', 'POST', `/admin/customers/${sub}/erase`, { confirm: 'erase' })

async function placeDeliveredOrder(sub: string) {
  const { purchaseId } = (await place({ paymentDetails: { method: 'cod' } }, {}, sub)).data
  await shop().call('boss', 'POST', `/admin/orders/${purchaseId}/ship`, { courier: 'Delhivery' })
  await shop().call('boss', 'POST', `/admin/orders/${purchaseId}/deliver`, {})
}
const readLog = async () => (await shop().call('boss', 'GET', '/admin/log?kind=customer')).data.entries

it('an erasure that fails at the user pool is logged, and a second erasure completes it', async () => {
  await placeDeliveredOrder('asha')
  const ticket = { name: 'Asha', email: 'old@example.in', text: 'It was late' }
  expect((await shop().call('asha', 'POST', '/tickets', ticket)).status).toBe(201)
  expect((await erase('asha')).status).toBe(500)
  expect(await readLog()).toHaveLength(1)
  // The order is erased last, so the desk still finds the customer.
  expect((await shop().call('boss', 'GET', '/admin/customers/asha')).status).toBe(200)

  expect((await erase('asha')).data).toEqual({ erasedOrders: 1, account: 'deleted' })
  expect(deletedSubs).toEqual(['asha'])
  expect(await readLog()).toHaveLength(2)
  const storedText = await shop().everything()
  expect(storedText).not.toContain('old@example.in')
  expect(storedText.toLowerCase()).not.toContain('asha')
})

it('the refusal to erase names the open order to the operator, and nothing is logged', async () => {
  const { purchaseId } = (await place({ paymentDetails: { method: 'cod' } }, {}, 'asha')).data
  expect(await erase('asha')).toMatchObject({
    status: 409,
    code: 'ORDER_ON_ITS_WAY',
    message: `Order #${orderNumber(purchaseId)} is still open, or money for it is on its way: this customer can be erased after that`,
  })
  expect(await readLog()).toEqual([])
})

it('an operator is not erased, and nothing is logged', async () => {
  await placeDeliveredOrder('ravi')
  expect(await erase('ravi')).toMatchObject({ status: 409, code: 'CUSTOMER_IS_OPERATOR' })
  expect(await readLog()).toEqual([])
  expect(deletionAttempts).toBe(0)
})
