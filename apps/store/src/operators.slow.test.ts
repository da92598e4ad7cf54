import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getProduct } from '@nashta/contracts/catalogue/product'
import { signIn, signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { placePurchase } from '@nashta/contracts/orders/purchase'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { openSqlitePoolAdmin } from '@nashta/identity/sqlite-pool-admin'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { apiOf } from './shop-api-client.fixture.ts'
import { startStoreProcess } from './store-process.fixture.ts'

const PRODUCT_ID = 'donut-kesar-pista'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-operators-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('a new role works from the next sign-in on, and its removal ends all sessions', async () => {
  const store = await startStoreProcess({ DATA_DIR: folder })
  const admin = await signUpAdmin(store.url)
  const asha = await signUpShopper(store.url)
  expect((await apiOf(store.url, asha.accessToken)('GET', '/admin/log')).status).toBe(403)

  const grant = { email: asha.email, role: 'accountant' }
  expect((await admin.api('POST', '/admin/operators', grant)).status).toBe(200)
  const accountantApi = apiOf(store.url, (await signIn(store.url, asha)).accessToken)
  expect(await accountantApi('GET', '/admin/log')).toMatchObject({
    status: 200,
    data: {
      entries: [
        {
          kind: 'operator',
          subject: asha.email,
          action: 'grant',
          by: { email: admin.email },
          changes: { roles: { from: [], to: ['accountant'] } },
        },
      ],
    },
  })
  expect((await accountantApi('GET', '/admin/operators')).status).toBe(403)

  const path = `/admin/operators/${asha.email}/accountant`
  expect((await admin.api('DELETE', path)).status).toBe(200)
  expect((await accountantApi('GET', '/admin/log')).status).toBe(401)
  await store.stop()
})

it('an admin can erase a customer who is no operator and has no order on its way', async () => {
  const store = await startStoreProcess({ DATA_DIR: folder })
  const admin = await signUpAdmin(store.url)
  const asha = await signUpShopper(store.url)
  const erase = () => admin.api('POST', `/admin/customers/${asha.userId}/erase`, { confirm: 'erase' })

  const ashaApi = apiOf(store.url, asha.accessToken)
  const product = await ashaApi('GET', `/products/${PRODUCT_ID}`)
  const placed = await ashaApi('POST', `/purchases/${asha.userId}`, {
    items: [{ productId: PRODUCT_ID, quantity: 1 }],
    totalAmount: getProduct.reply.parse(product).data.price,
    paymentDetails: { method: 'cod' },
    shippingAddress: homeAddress,
  })
  const { purchaseId } = placePurchase.reply.parse(placed).data
  expect(await erase()).toMatchObject({ code: 'ORDER_ON_ITS_WAY' })
  const orderPath = `/admin/orders/${purchaseId}`
  expect((await admin.api('POST', `${orderPath}/ship`, { courier: 'Delhivery' })).status).toBe(200)
  expect((await admin.api('POST', `${orderPath}/deliver`, {})).status).toBe(200)

  await changePool((pool) => pool.grant(asha.email, 'packer'))
  expect(await erase()).toMatchObject({ code: 'CUSTOMER_IS_OPERATOR' })
  await changePool((pool) => pool.revoke(asha.email, 'packer'))

  // The revocation has ended the first session.
  const session = await signIn(store.url, asha)
  expect(await erase()).toMatchObject({ status: 200, data: { erasedOrders: 1, account: 'deleted' } })
  expect((await apiOf(store.url, session.accessToken)('GET', `/carts/${asha.userId}`)).status).toBe(401)
  await expect(signIn(store.url, asha)).rejects.toThrow('NotAuthorizedException')
  expect(await erase()).toMatchObject({ code: 'CUSTOMER_NOT_FOUND' })

  const log = await admin.api('GET', '/admin/log?kind=customer')
  expect(log.data).toMatchObject({ entries: [{ action: 'delete', by: { email: admin.email } }] })
  expect(JSON.stringify(log)).not.toContain(asha.email)
  await store.stop()
})

async function signUpAdmin(url: string) {
  const account = await signUpShopper(url)
  await changePool((pool) => pool.grant(account.email, 'admin'))
  // The token of the first sign-in does not name the role.
  const { accessToken } = await signIn(url, account)
  return { email: account.email, api: apiOf(url, accessToken) }
}

type PoolAdmin = ReturnType<typeof openSqlitePoolAdmin>

/** Changes the user pool in its files, as `npm run admin` does while the store runs. */
async function changePool(change: (pool: PoolAdmin) => Promise<unknown>) {
  const pool = openSqlitePoolAdmin(folder, () => new Date())
  await change(pool)
  await pool.close()
}
