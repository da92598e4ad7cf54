import { AccountError } from '@nashta/browser/identity/account-error'
import { callAsUser } from '@nashta/browser/session/call-as-user'
import { fetchDevices } from '@nashta/browser/session/devices'
import type { AccountClient } from '@nashta/browser/session/session'
import { storeMessageOf } from '@nashta/contracts/api/shop-error'
import { deleteUser, getUser } from '@nashta/contracts/identity/user-pool'
import { eraseAccount, exportAccount } from '@nashta/contracts/shop-api/account-data'
import { fetchShop } from '../../../data/calls/fetch-shop.ts'
import { DELETE_ACCOUNT_FAILED, DOWNLOAD_FAILED } from './security-texts.ts'

/** Turns a Shop API error into an `AccountError` with the store's message, or the fallback. */
async function withAccountError<Reply>(call: Promise<Reply>, fallback: string): Promise<Reply> {
  try {
    return await call
  } catch (error) {
    throw new AccountError(storeMessageOf(error, fallback), { cause: error })
  }
}

/** Returns all data of the shopper as JSON: from the user pool and from the shop. */
export async function collectOwnData(accountClient: AccountClient, userId: string): Promise<string> {
  const [user, devices, shop] = await Promise.all([
    callAsUser(accountClient, (AccessToken) => accountClient.callIdentity(getUser, { AccessToken })),
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
 * Erases the shopper's data in the shop, then deletes the account. Erasing comes first, because it
 * needs a token of the account. If a step fails, the account still exists, and a second attempt
 * repeats both steps. Both steps require a recent sign-in, so the caller must ask for one first.
 */
export async function deleteAccount(accountClient: AccountClient, userId: string) {
  await withAccountError(fetchShop(eraseAccount, { params: { userId } }), DELETE_ACCOUNT_FAILED)
  await callAsUser(accountClient, (AccessToken) => accountClient.callIdentity(deleteUser, { AccessToken }))
}
