import { AccountError } from '@nashta/browser/identity/account-error'
import type { AccountClient } from '@nashta/browser/session/session'
import type { Endpoint } from '@nashta/contracts/api/endpoint'
import { isShopError, storeMessageOf } from '@nashta/contracts/api/shop-error'
import { deleteUser, getUser } from '@nashta/contracts/identity/user-pool'
import * as z from 'zod/mini'
import { fetchShop } from '../../../data/fetch-shop.ts'
import { callAsShopper } from '../profile/profile.ts'
import { fetchDevices } from './security-calls.ts'
import { DELETE_ACCOUNT_FAILED, DOWNLOAD_FAILED } from './security-texts.ts'

/** The page passes the shop's data on as it is, whatever it holds. */
const reply = z.unknown()

const exportOfShop = {
  method: 'GET',
  path: '/account/:userId/export',
  access: 'self',
  summary: 'Everything that the shop stores about the shopper',
  reply,
  status: 200,
} as const satisfies Endpoint

const erasureOfShop = {
  method: 'DELETE',
  path: '/account/:userId',
  access: 'self',
  summary: 'Erase the shopper from the shop',
  reply,
  status: 200,
} as const satisfies Endpoint

/** A Shop API without the endpoint stores nothing more than its other endpoints show. */
async function callShop(endpoint: Endpoint, userId: string, fallback: string): Promise<unknown> {
  try {
    return await fetchShop(endpoint, { params: { userId } })
  } catch (error) {
    if (isShopError(error) && error.status === 404) return null
    throw new AccountError(storeMessageOf(error, fallback), { cause: error })
  }
}

/** All data of the shopper: the attributes and sessions of the user pool, and what the shop stores. */
export async function collectOwnData(accountClient: AccountClient, userId: string): Promise<string> {
  const [user, devices, shop] = await Promise.all([
    callAsShopper(accountClient, (AccessToken) => accountClient.callIdentity(getUser, { AccessToken })),
    fetchDevices(accountClient),
    callShop(exportOfShop, userId, DOWNLOAD_FAILED),
  ])
  const data = {
    account: Object.fromEntries(user.UserAttributes.map(({ Name, Value }) => [Name, Value])),
    devices: devices ?? [],
    shop,
  }
  return JSON.stringify(data, null, 2)
}

/**
 * Erases the shop's data first: without the account no token could authorise that any more. If a step fails, the account
 * still exists, and a second attempt repeats both steps. The sign-in must be recent, or the pool refuses the second step.
 */
export async function deleteAccount(accountClient: AccountClient, userId: string) {
  await callShop(erasureOfShop, userId, DELETE_ACCOUNT_FAILED)
  await callAsShopper(accountClient, (AccessToken) => accountClient.callIdentity(deleteUser, { AccessToken }))
}
