import { OPERATOR_ROLES, type OperatorRole } from '@nashta/contracts/api/operator-roles'
import { callIdentity, createAccount, signIn } from '@nashta/contracts/identity/shopper-account.fixture'
import { revokeToken } from '@nashta/contracts/identity/user-pool'
import { openSqlitePoolAdmin } from '@nashta/identity/sqlite-pool-admin'
import { forgedTokens } from '../forged-tokens.ts'

/** Callers who send no access token or an invalid one. */
export const TOKEN_FAULTS = ['anonymous', 'expired', 'revoked', 'alg=none', 'id token'] as const
/** Guest and link send another secret as their access token: the order's key, the link's token. */
export const UNAUTHENTICATED_CALLERS = [...TOKEN_FAULTS, 'guest', 'link'] as const
export type CallerKind = (typeof UNAUTHENTICATED_CALLERS)[number] | 'A' | 'B' | OperatorRole

/** The access token that each kind of caller sends. */
export type Tokens = Record<Exclude<CallerKind, 'guest' | 'link'>, string>

export async function createCallers(url: string, dataFolder: string) {
  const [a, b] = [await createAccount(url), await createAccount(url)]
  const admins = openSqlitePoolAdmin(dataFolder, () => new Date())
  const operators = {} as Record<OperatorRole, string>
  for (const role of OPERATOR_ROLES) {
    const account = await createAccount(url)
    await admins.grant(account.email, role)
    operators[role] = (await signIn(url, account)).accessToken
  }
  await admins.close()

  // A has a second session, which is signed out.
  const [A, B, signedOut] = [await signIn(url, a), await signIn(url, b), await signIn(url, a)]
  await callIdentity(url, revokeToken.target, {}, { cookie: signedOut.cookie })
  const tokens: Tokens = {
    anonymous: '',
    ...forgedTokens(dataFolder, A),
    revoked: signedOut.accessToken,
    'id token': A.idToken,
    A: A.accessToken,
    B: B.accessToken,
    ...operators,
  }
  return { tokens, sessions: { A, B } }
}
