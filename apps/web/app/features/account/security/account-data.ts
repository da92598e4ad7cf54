import { AccountError } from '@nashta/browser/identity/account-error'
import type { AccountClient } from '@nashta/browser/session/session'
import { eraseAccount, exportAccount } from '@nashta/contracts/account/account-data'
import { storeMessageOf } from '@nashta/contracts/api/shop-error'
import { deleteUser, getUser } from '@nashta/contracts/identity/user-pool'
import { fetchShop } from '../../../data/fetch-shop.ts'
import { callAsShopper } from '../profile/profile.ts'
import { fetchDevices } from './security-calls.ts'
import { DELETE_ACCOUNT_FAILED, DOWNLOAD_FAILED } from './security-texts.ts'

/** Replaces the error of a Shop API call by an `AccountError` with the store's message, or else with the fallback. */
async function withAccountError<Reply>(call: Promise<Reply>, fallback: string): Promise<Reply> {
  try {
    return await call
  } catch (error) {
    throw new AccountError(storeMessageOf(error, fallback), { cause: error })
  }
}

/** All data of the shopper: the attributes and sessions of the user pool, and what the shop stores. */
export async function collectOwnData(accountClient: AccountClient, userId: string): Promise<string> {
  const [user, devices, shop] = await Promise.all([
    callAsShopper(accountClient, (AccessToken) => accountClient.callIdentity(getUser, { AccessToken })),
    fetchDevices(accountClient),
    withAccountError(fetchShop(exportAccount, { params: { userId } }), DOWNLOAD_FAILED),
  ])
  const data = {
    account: Object.fromEntries(user.UserAttributes.map(({ Name, Value }) => [Name, Value])),
    devices: devices ?? [],
    shop: shop.data,
  }
  return JSON.stringify(data, null, 2)
}

/**
 * Erases the shop's data first, because that needs a token of the account. If a step fails, the account still exists, and
 * a second attempt repeats both steps. The sign-in must be recent, or the user pool refuses the second step.
 */
export async function deleteAccount(accountClient: AccountClient, userId: string) {
  await withAccountError(fetchShop(eraseAccount, { params: { userId } }), DELETE_ACCOUNT_FAILED)
  await callAsShopper(accountClient, (AccessToken) => accountClient.callIdentity(deleteUser, { AccessToken }))
}
