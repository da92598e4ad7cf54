import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import {
  type Account,
  callIdentity,
  createAccount,
  refreshTokens,
  type ShopperSession,
  signIn,
} from '@nashta/contracts/identity/shopper-account.fixture'
import {
  changePassword,
  deleteUser,
  getUser,
  globalSignOut,
  revokeToken,
} from '@nashta/contracts/identity/user-pool'
import { openSqlitePoolAdmin } from '@nashta/identity/sqlite-pool-admin'
import { expectFigures, type Proof } from '../proof.ts'
import { runConcurrently } from '../run-concurrently.ts'
import { itemAt } from '../shopper.ts'

const CONCURRENT_ACCOUNTS = 4
/** The parts that accept a valid session: the shop, the user pool and the gateway. */
const PARTS = 3

type RunningStore = { url: string; dataFolder: string }
type SessionsAfter = {
  /** The sessions that must be refused from now on. */
  ended: ShopperSession[]
  /** The sessions that must still be valid. */
  valid: ShopperSession[]
}
type EndSessions = (store: RunningStore, account: Account) => Promise<SessionsAfter>

/** Every way to end a session before it expires. */
const WAYS: Record<string, EndSessions> = {
  'signed out': async ({ url }, account) => {
    const [here, elsewhere] = [await signIn(url, account), await signIn(url, account)]
    await callIdentity(url, revokeToken.target, {}, { cookie: here.cookie })
    return { ended: [here], valid: [elsewhere] }
  },
  'signed out everywhere': async ({ url }, account) => {
    const [here, elsewhere] = [await signIn(url, account), await signIn(url, account)]
    await callIdentity(url, globalSignOut.target, { AccessToken: here.accessToken })
    return { ended: [here, elsewhere], valid: [] }
  },
  'password changed': async ({ url }, account) => {
    const [here, elsewhere] = [await signIn(url, account), await signIn(url, account)]
    const ProposedPassword = `${account.password}-2`
    await callIdentity(url, changePassword.target, {
      AccessToken: here.accessToken,
      PreviousPassword: account.password,
      ProposedPassword,
    })
    return { ended: [elsewhere], valid: [here] }
  },
  'administrator rights revoked': async ({ url, dataFolder }, account) => {
    const admins = openSqlitePoolAdmin(dataFolder, () => new Date())
    await admins.grant(account.email)
    const session = await signIn(url, account)
    await admins.revoke(account.email)
    await admins.close()
    return { ended: [session], valid: [] }
  },
  'account deleted': async ({ url }, account) => {
    const session = await signIn(url, account)
    await callIdentity(url, deleteUser.target, { AccessToken: session.accessToken })
    return { ended: [session], valid: [] }
  },
}

export const endedSessions: Proof = {
  id: 'S11',
  test: `Sessions ended in ${Object.keys(WAYS).length} ways: their tokens and cookies are tried immediately`,
  sizes: { quick: 1, short: 25, nightly: 100 },
  unit: 'accounts for each way',
  async run(context, size) {
    const dataFolder = context.freshFolder()
    const { url } = await context.startStore({ DATA_DIR: dataFolder })
    const wrong: string[] = []
    let tried = 0

    async function tryWay(way: string, endSessions: EndSessions) {
      const account = await createAccount(url)
      const { ended, valid } = await endSessions({ url, dataFolder }, account)
      for (const session of ended) {
        tried += 1
        const accepting = await acceptedBy(url, session)
        if (accepting.length > 0) wrong.push(`${way}: still accepted by ${accepting.join(' and ')}`)
      }
      for (const session of valid) {
        if ((await acceptedBy(url, session)).length !== PARTS)
          wrong.push(`${way}: the other session ended too`)
      }
    }
    const ways = Object.entries(WAYS)
    await runConcurrently(size * ways.length, CONCURRENT_ACCOUNTS, (index) => tryWay(...itemAt(ways, index)))
    expectFigures({
      'sessions in the wrong state': [[...new Set(wrong)].slice(0, 4).join('; '), ''],
    })
    return `${tried} ended sessions, each refused at the next request by the shop, the user pool and the gateway; other sessions stay valid`
  },
  mutations: [
    {
      what: 'a token is valid until it expires',
      file: 'apps/identity/src/sqlite-user-pool.ts',
      from: 'isRevoked: ({ origin_jti: id, sub }) => id === undefined || !sessions.isLive({ id, sub }),',
      to: 'isRevoked: () => false,',
    },
    {
      what: 'a changed password ends no session',
      file: 'apps/identity/src/operations/change-password.ts',
      from: 'endSessions: { except: sessionId },',
      to: '',
    },
    {
      what: 'signing out deletes the cookie only',
      file: 'apps/identity/src/gateway/session-calls.ts',
      from: 'if (!session) return',
      to: 'if (!session || pool) return',
    },
  ],
}

/**
 * The parts that still accept the session. The shop and the user pool get its access token, the
 * gateway its cookie.
 */
async function acceptedBy(url: string, { userId, accessToken, cookie }: ShopperSession): Promise<string[]> {
  const cart = await fetch(`${url}${SHOP_API_BASE}/carts/${userId}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  await cart.arrayBuffer()
  const user = await callIdentity(url, getUser.target, { AccessToken: accessToken })
  const refreshed = await refreshTokens(url, cookie)
  return [
    ...(cart.status === 200 ? ['the shop'] : []),
    ...(user.status === 200 ? ['the user pool'] : []),
    ...(refreshed.status === 200 ? ['the gateway'] : []),
  ]
}
