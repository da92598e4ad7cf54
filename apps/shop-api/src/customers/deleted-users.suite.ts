import { beforeEach, expect, it } from 'vitest'
import { openCheckout } from '../orders/work/checkout.fixture.ts'
import type { OpenTestShop } from '../shop.fixture.ts'

const ASHA = '00000000-0000-4000-8000-0000000000a5'
const subOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const emailOf = (sub: string) => `${sub}@example.in`

/** A user pool in memory. It has every user that is not listed as deleted. */
const pool = {
  deleted: new Set<string>(),
  /** Addresses that changed hands, with the sub of the account that has each now. */
  newOwners: new Map<string, string>(),
  fault: null as Error | null,
}
const directory = {
  async hasUser(sub: string) {
    if (pool.fault) throw pool.fault
    return !pool.deleted.has(sub)
  },
  ownerOf: async (email: string) => pool.newOwners.get(email) ?? null,
  emailOf: async () => null,
  isLastAdmin: async () => false,
}

/** What becomes of the shop's data when accounts are deleted, on every adapter. */
export function deletedUsersSuite(open: OpenTestShop) {
  const { shop, place } = openCheckout((overrides) => open({ ...overrides, directory }))
  beforeEach(() => {
    pool.deleted.clear()
    pool.newOwners.clear()
    pool.fault = null
  })

  async function placeOrder(sub: string) {
    const key = { 'idempotency-key': sub }
    return (await place({ paymentDetails: { method: 'cod' } }, key, sub)).data.purchaseId as string
  }
  async function deliver(id: string) {
    await shop().call('boss', 'POST', `/admin/orders/${id}/ship`, { courier: 'Delhivery' })
    await shop().call('boss', 'POST', `/admin/orders/${id}/deliver`, {})
  }
  const isStored = async (text: string) => (await shop().everything()).toLowerCase().includes(text)
  const isCustomer = async (sub: string) =>
    (await shop().call('boss', 'GET', `/admin/customers/${sub}`)).status === 200
  const eraseAtDesk = (sub: string) =>
    shop().call('boss', 'POST', `/admin/customers/${sub}/erase`, { confirm: 'erase' })

  it('an operator’s erasure deletes nothing of a person who has the old address now', async () => {
    await deliver(await placeOrder(ASHA))
    pool.newOwners.set(emailOf(ASHA), 'meera')
    const ticket = { name: 'Meera', email: emailOf(ASHA), text: 'The box of Meera was wet' }
    expect((await shop().call('meera', 'POST', '/tickets', ticket)).status).toBe(201)
    const subscription = { name: 'Meera Reader', email: emailOf(ASHA) }
    expect((await shop().call('meera', 'POST', '/newsletter', subscription)).status).toBe(200)

    expect(await eraseAtDesk(ASHA)).toMatchObject({ status: 200, data: { erasedOrders: 1 } })
    expect(await isCustomer(ASHA)).toBe(false)
    expect(await isStored('the box of meera was wet')).toBe(true)
    expect(await isStored('meera reader')).toBe(true)

    // The same address without a new owner is the erased person's own.
    const ravi = subOf(1)
    await deliver(await placeOrder(ravi))
    const ofRavi = { name: 'Ravi', email: emailOf(ravi), text: 'The box of Ravi was wet' }
    await shop().call(ravi, 'POST', '/tickets', ofRavi)
    await eraseAtDesk(ravi)
    expect(await isStored('the box of ravi was wet')).toBe(false)
    expect(await isStored(emailOf(ravi))).toBe(false)
  })

  it('a user who was deleted in the pool alone is erased, once no order is open', async () => {
    const id = await placeOrder(ASHA)
    const ravi = subOf(1)
    await deliver(await placeOrder(ravi))
    pool.deleted.add(ASHA)
    await shop().shop.sweepDeletedUsers()
    await shop().shop.eraseDeletedUser(ASHA)
    expect(await isCustomer(ASHA)).toBe(true)

    await deliver(id)
    await shop().shop.sweepDeletedUsers()
    expect(await isCustomer(ASHA)).toBe(false)
    expect(await isStored(emailOf(ASHA))).toBe(false)
    expect(await isCustomer(ravi)).toBe(true)
  })

  it('the address book and the cart of a deleted user who never ordered are erased at once', async () => {
    const address = { fullName: 'Asha Rao', addressLine1: '12 MG Road', city: 'Kochi', state: 'Kerala' }
    const saved = { ...address, pincode: '682001', phoneNumber: '9876543210' }
    expect((await shop().call(ASHA, 'POST', `/addresses/${ASHA}`, saved)).status).toBe(201)
    expect(await isStored('12 mg road')).toBe(true)
    pool.deleted.add(ASHA)
    await shop().shop.eraseDeletedUser(ASHA)
    expect(await isStored('12 mg road')).toBe(false)
  })

  it('nobody is erased while the pool cannot be asked, or knows too few of the customers', async () => {
    for (let number = 0; number < 4; number += 1) await deliver(await placeOrder(subOf(number)))
    pool.fault = new Error('TooManyRequestsException')
    await expect(shop().shop.sweepDeletedUsers()).rejects.toThrow('TooManyRequests')
    pool.fault = null
    for (let number = 0; number < 4; number += 1) pool.deleted.add(subOf(number))
    await shop().shop.sweepDeletedUsers()
    for (let number = 0; number < 4; number += 1) expect(await isCustomer(subOf(number))).toBe(true)
    pool.deleted.delete(subOf(0))
    await shop().shop.sweepDeletedUsers()
    expect(await isCustomer(subOf(1))).toBe(false)
  })
}
