import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getProduct } from '@nashta/contracts/catalogue/product'
import { signIn, signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { placePurchase } from '@nashta/contracts/orders/purchase'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { openSqlitePoolAdmin } from '@nashta/identity/sqlite-pool-admin'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startStoreProcess } from './store-process.fixture.ts'

const PRODUCT_ID = 'donut-kesar-pista'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-operators-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('an admin gives a role in the user pool of the store, and takes it away with all sessions', async () => {
  const store = await startStoreProcess({ DATA_DIR: folder })
  const call = callsOf(store.url)
  const [boss, asha] = [await signUpShopper(store.url), await signUpShopper(store.url)]
  const pool = openSqlitePoolAdmin(folder, () => new Date())
  await pool.grant(boss.email)
  await pool.close()
  const admin = await signIn(store.url, boss)
  const shopper = await signIn(store.url, asha)
  expect((await call(shopper.accessToken, 'GET', '/admin/log')).status).toBe(403)

  const granted = await call(admin.accessToken, 'POST', '/admin/operators', {
    email: asha.email,
    role: 'accountant',
  })
  expect(granted.status).toBe(200)
  const accountant = await signIn(store.url, asha)
  expect(await call(accountant.accessToken, 'GET', '/admin/log')).toMatchObject({
    status: 200,
    body: {
      data: {
        entries: [
          {
            kind: 'operator',
            subject: asha.email,
            action: 'grant',
            by: { email: boss.email },
            changes: { roles: { from: [], to: ['accountant'] } },
          },
        ],
      },
    },
  })
  expect((await call(accountant.accessToken, 'GET', '/admin/operators')).status).toBe(403)

  const path = `/admin/operators/${asha.email}/accountant`
  expect((await call(admin.accessToken, 'DELETE', path)).status).toBe(200)
  expect((await call(accountant.accessToken, 'GET', '/admin/log')).status).toBe(401)
  await store.stop()
})

it('a customer is erased with the account and its sessions; an operator is not', async () => {
  const store = await startStoreProcess({ DATA_DIR: folder })
  const call = callsOf(store.url)
  const [boss, asha] = [await signUpShopper(store.url), await signUpShopper(store.url)]
  const pool = openSqlitePoolAdmin(folder, () => new Date())
  await pool.grant(boss.email)
  const admin = await signIn(store.url, boss)
  const product = await call(asha.accessToken, 'GET', `/products/${PRODUCT_ID}`)
  const { price } = getProduct.reply.parse(product.body).data
  const order = {
    items: [{ productId: PRODUCT_ID, quantity: 1 }],
    totalAmount: price,
    paymentDetails: { method: 'cod' },
    shippingAddress: homeAddress,
  }
  const placed = await call(asha.accessToken, 'POST', `/purchases/${asha.userId}`, order)
  const erase = () =>
    call(admin.accessToken, 'POST', `/admin/customers/${asha.userId}/erase`, { confirm: 'erase' })
  const { purchaseId } = placePurchase.reply.parse(placed.body).data
  expect(await erase()).toMatchObject({ body: { code: 'ORDER_ON_ITS_WAY' } })
  for (const [action, body] of [
    ['ship', { courier: 'Delhivery' }],
    ['deliver', {}],
  ] as const)
    expect(
      (await call(admin.accessToken, 'POST', `/admin/orders/${purchaseId}/${action}`, body)).status,
    ).toBe(200)

  await pool.grant(asha.email, 'packer')
  expect(await erase()).toMatchObject({ body: { code: 'CUSTOMER_IS_OPERATOR' } })
  await pool.revoke(asha.email, 'packer')
  await pool.close()
  const session = await signIn(store.url, asha)
  expect(await erase()).toMatchObject({
    status: 200,
    body: { data: { erasedOrders: 1, account: 'deleted' } },
  })
  expect((await call(session.accessToken, 'GET', `/carts/${asha.userId}`)).status).toBe(401)
  await expect(signIn(store.url, asha)).rejects.toThrow('NotAuthorizedException')
  expect(await erase()).toMatchObject({ body: { code: 'CUSTOMER_NOT_FOUND' } })
  const log = await call(admin.accessToken, 'GET', '/admin/log?kind=customer')
  expect(log.body).toMatchObject({ data: { entries: [{ action: 'delete', by: { email: boss.email } }] } })
  expect(JSON.stringify(log.body)).not.toContain(asha.email)
  await store.stop()
})

function callsOf(url: string) {
  return async (accessToken: string, method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
}
