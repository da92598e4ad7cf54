import { OPERATOR_ROLES } from '@nashta/contracts/api/operator-roles'
import { beforeEach, expect, it } from 'vitest'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { openCheckout } from '../work/checkout.fixture.ts'

const DEMO_MAKER = {
  name: 'Sample Bakehouse (demo data)',
  address: 'Bengaluru 560001',
  fssai: '10000000000014',
}
const OWN_MAKER = { ...DEMO_MAKER, name: 'Asha Foods' }

/** The removal of the demo snacks, on every adapter. */
export function demoSnacksSuite(open: OpenTestShop) {
  const { shop, place } = openCheckout(open)
  const add = (products_id: string, maker: object) =>
    shop().call('admin', 'POST', '/products', { products_id, name: products_id, price: 10, maker })
  const remove = (sub: string) => shop().call(sub, 'POST', '/admin/products/remove-demo', {})
  const today = async (sub: string) => (await shop().call(sub, 'GET', '/admin/today')).data

  beforeEach(async () => {
    for (const role of OPERATOR_ROLES) await shop().tokenFor(role, [role])
    await add('demo-a', DEMO_MAKER)
    await add('demo-b', DEMO_MAKER)
    await add('own', OWN_MAKER)
  })

  it('demo snacks go in one action, except one that was sold; snacks of the owner stay', async () => {
    const { data } = await place({ items: [{ productId: 'demo-b', quantity: 1 }], totalAmount: 10 })
    expect(data.purchaseId).toBeDefined()
    expect((await today('manager')).demoSnacks).toBe(2)

    expect((await remove('manager')).data).toEqual({ removed: ['demo-a'], sold: ['demo-b'] })

    expect((await today('manager')).demoSnacks).toBe(1)
    for (const [id, status] of [
      ['demo-a', 404],
      ['demo-b', 200],
      ['own', 200],
    ] as const)
      expect((await shop().shop.app.inject(`/api/products/${id}`)).statusCode).toBe(status)
    expect(await shop().shop.demoMark.isRemoved()).toBe(true)
    const { entries } = (await shop().call('admin', 'GET', '/admin/log')).data
    expect(entries).toContainEqual(expect.objectContaining({ subject: 'demo-a', action: 'delete' }))
    // Again, also at the same moment as another operator, does no harm.
    expect((await remove('admin')).data).toEqual({ removed: [], sold: ['demo-b'] })
  })

  it('packers and accountants remove nothing, and only administrators see the first hour', async () => {
    for (const sub of ['packer', 'accountant', 'asha']) expect((await remove(sub)).code).toBe('FORBIDDEN')
    expect(await shop().shop.demoMark.isRemoved()).toBe(false)
    expect((await today('admin')).firstHour).toContainEqual({ step: 'snacks', isDone: true })
    for (const sub of ['manager', 'packer', 'accountant'])
      expect((await today(sub)).firstHour).toBeUndefined()
  })
}
