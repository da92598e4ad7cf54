import { PLEASE_SIGN_IN } from '@nashta/contracts/identity/gateway-texts'
import { endSession } from '@nashta/contracts/identity/identity-gateway'
import { globalSignOut } from '@nashta/contracts/identity/user-pool'
import { AccountError } from './account-error.ts'
import type { Account } from './account.ts'
import { signOutFailed } from './session-texts.ts'

/** To be announced, at most: the shopper is signed out here in any case. */
export type SignOutResult = { ok: true } | { ok: false; message: string }

/** On this device. Never rejects. */
export async function signOut({ callIdentity, session }: Account): Promise<SignOutResult> {
  session.end()
  return resultOf(callIdentity(endSession, {}))
}

/** On every device, while the access token is good; at the least on this one. Never rejects. */
export async function signOutEverywhere(account: Account): Promise<SignOutResult> {
  const token = account.session.end()
  const everywhere = await resultOf(endAll(account, token))
  if (!everywhere.ok) await signOut(account)
  return everywhere
}

async function endAll({ callIdentity }: Account, token: string | null) {
  if (token === null) throw new AccountError(PLEASE_SIGN_IN)
  return callIdentity(globalSignOut, { AccessToken: token })
}

async function resultOf(work: Promise<unknown>): Promise<SignOutResult> {
  try {
    await work
    return { ok: true }
  } catch (error) {
    return { ok: false, message: signOutFailed((error as AccountError).message) }
  }
}
