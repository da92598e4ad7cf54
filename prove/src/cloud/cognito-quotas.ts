import { setTimeout as sleep } from 'node:timers/promises'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { scanItems } from '@nashta/dynamodb/read-items'
import { createDynamoAccountRecords } from '@nashta/identity/adapters/dynamodb/account-records'
import { LOCAL, openLocalPool } from '@nashta/identity/conformance/local-pool.fixture'
import { createGateway } from '@nashta/identity/gateway/create-gateway'
import { cookieOf, createPageCall, passwordRequest } from '@nashta/identity/gateway/gateway.fixture'
import { fetchPoolAt } from '@nashta/identity/gateway/pool-connection'
import { connectUserPool } from '@nashta/service-kit/auth/remote-user-pool'
import { createLogger } from '@nashta/service-kit/process/logger'
import { expectFigures, type Proof } from '../proof.ts'
import { createPoolUser } from '../security/pool-user.ts'
import { inParallel, openCloudShop, PRICE, whyNoDynamoDbLocal } from './cloud-shop.ts'
import { startQuotaProxy } from './pool-quotas.ts'

const PROCESSES = 2
const SHOPPERS_AT_ONCE = 4
const ROUNDS = 3

/** Multiplies Cognito's quotas, so that a laptop reaches them: 1.2 sign-ins a second, not 120. */
const QUOTA_FACTOR = 0.01
const RETRY_MS = 300
const TRIES = 4

/** How long a process caches the state of a session. */
const SESSION_CACHE_MS = 5_000

const PASSWORD = 'Str0ng!pass'

type Shopper = { email: string; token: string; cookie: string; sub: string }

export const cognitoQuotas: Proof = {
  id: 'C6',
  test: 'Shoppers of two processes sign in, order and sign out, while the user pool refuses requests as Cognito does',
  sizes: { quick: 4, short: 40, nightly: 300 },
  unit: 'shoppers',
  async run(context, size) {
    const local = await openLocalPool()
    context.atEnd(() => local.close())
    const pool = await startQuotaProxy({ target: new URL(local.endpoint).origin, quotaFactor: QUOTA_FACTOR })
    context.atEnd(() => pool.stop())
    const endpoint = `${pool.endpoint}/user-pool`

    // How far the clock of the shops and gateways is ahead of the pool's clock.
    let skippedMs = 0
    const now = () => new Date(local.clock.now.getTime() + skippedMs)
    /** One for each process. */
    const accountRecords: ReturnType<typeof createDynamoAccountRecords>[] = []
    const cloud = await openCloudShop(context, {
      processes: PROCESSES,
      products: 3,
      connectPool(client, purchasesTable) {
        const records = createDynamoAccountRecords({ client, table: purchasesTable, now })
        accountRecords.push(records)
        const { region, poolId } = LOCAL
        const clientId = local.pool.client.id
        return connectUserPool({ endpoint, region, poolId, clientId, records, now })
      },
    })
    const gateways = accountRecords.map((records) =>
      createGateway({
        logger: createLogger({ service: 'identity', level: 'silent' }),
        https: false,
        client: local.pool.client,
        records,
        fetchPool: fetchPoolAt(endpoint),
        publicUrl: 'https://snacks.example',
        rateLimitScale: Infinity,
        now,
      }),
    )
    context.atEnd(() => Promise.all(gateways.map((gateway) => gateway.close())))
    const gatewayCalls = gateways.map(createPageCall)
    const gatewayCall = (index: number) => {
      const call = gatewayCalls[index % PROCESSES]
      if (!call) throw new Error('no gateway is open')
      return call
    }

    let refusedSignIns = 0
    async function signIn(index: number): Promise<Shopper> {
      const email = `shopper${index}@example.in`
      await createPoolUser(local, email)
      for (;;) {
        const response = await gatewayCall(index)('InitiateAuth', passwordRequest(email, PASSWORD))
        if (response.statusCode === 200) {
          const token = String(response.json().AuthenticationResult.AccessToken)
          const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
          return { email, token, cookie: cookieOf(response), sub }
        }
        if (!response.body.includes('TooManyRequestsException'))
          throw new Error(`a sign-in got ${response.body}`)
        refusedSignIns += 1
        // The gateway's own limits use this clock, which does not run by itself.
        skippedMs += RETRY_MS
        await sleep(RETRY_MS)
      }
    }
    const shoppers: Shopper[] = []
    await inParallel(size, SHOPPERS_AT_ONCE, async (index) => {
      shoppers[index] = await signIn(index)
    })

    /**
     * Returns the status of a call. Repeats a call with 503: a busy machine may cause one now and
     * then, but a refusing pool causes one at every try.
     */
    async function callWithRetries(...call: Parameters<typeof cloud.call>) {
      let { status } = await cloud.call(...call)
      for (let tries = 1; status === 503 && tries < TRIES; tries += 1) {
        await sleep(RETRY_MS)
        status = (await cloud.call(...call)).status
      }
      return status
    }

    /**
     * Reads the carts of these shoppers in every process, after their cached sessions have expired.
     * Returns the different statuses.
     */
    async function readAllCarts(callers: readonly Shopper[]) {
      skippedMs += SESSION_CACHE_MS
      const statuses: number[] = []
      for (let index = 0; index < PROCESSES; index += 1) {
        for (const { token, sub } of callers) {
          statuses.push(await callWithRetries(index, token, 'GET', `/carts/${sub}`))
        }
      }
      return [...new Set(statuses)].join()
    }

    // From here on the pool refuses every request.
    pool.state.isUsedUp = true
    const roundStatuses: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) roundStatuses.push(await readAllCarts(shoppers))
    await inParallel(size, SHOPPERS_AT_ONCE, async (index) => {
      const { token = '', sub = '' } = shoppers[index] ?? {}
      const path = `/purchases/${sub}`
      const status = await callWithRetries(index, token, 'POST', path, orderBody, `order-${index}`)
      if (status !== 201) throw new Error(`an order got ${status}`)
    })

    const unrecorded = shoppers.slice(0, 1)
    const signedOut = shoppers.filter((_, index) => index % 2 === 1)
    const stillSignedIn = shoppers.filter((_, index) => index % 2 === 0 && index > 0)
    for (const { sub } of unrecorded) await accountRecords[0]?.removeUser(sub)
    const unrecordedStatuses = await readAllCarts(unrecorded)
    // The pool refuses these calls too, but the gateway records that the sessions have ended.
    await Promise.all(signedOut.map(({ cookie }, index) => gatewayCall(index)('RevokeToken', {}, { cookie })))
    const signedOutStatuses = await readAllCarts(signedOut)
    const stillSignedInStatuses = await readAllCarts(stillSignedIn)
    pool.state.isUsedUp = false
    const recordedAgainStatuses = await readAllCarts(unrecorded)

    const items = await scanItems(cloud.direct, cloud.tables.purchases)
    const emails = items.flatMap(({ sk, email }) => (String(sk).startsWith('order#') ? [String(email)] : []))
    expectFigures({
      'requests of signed-in shoppers while the pool refuses all': [
        roundStatuses.join(' '),
        roundStatuses.map(() => '200').join(' '),
      ],
      'requests of a shopper without a record while the pool refuses all': [unrecordedStatuses, '503'],
      'requests of the same shopper once the pool accepts again': [recordedAgainStatuses, '200'],
      'requests after a sign-out': [signedOutStatuses, '401'],
      'requests of the shoppers who did not sign out': [stillSignedInStatuses, '200'],
      'orders with the address of their shopper': [
        new Set(emails.filter((email) => shoppers.some((shopper) => shopper.email === email))).size,
        size,
      ],
      // One call, for the shopper whose session record was removed.
      'GetUser calls that were accepted': [pool.countAccepted('GetUser'), 1],
    })
    return `${size} sign-ins, ${refusedSignIns} refused by quotas and retried; ${size} orders and ${
      ROUNDS * PROCESSES * size
    } requests without the pool, no session ended by mistake; ${signedOut.length} sign-outs took effect in both processes`
  },
  whyNot: whyNoDynamoDbLocal,
  mutations: [
    {
      what: 'every session is looked up at the pool',
      file: 'packages/service-kit/src/auth/remote-user-pool.ts',
      from: 'records ? findUser(records, claims, token) : fetchUser(claims, token)',
      to: 'fetchUser(claims, token)',
    },
    {
      what: 'a refusal by quota ends the session',
      file: 'packages/service-kit/src/auth/remote-user-pool.ts',
      from: 'if (kind === undefined || !ENDED_ERRORS.has(kind)) throwUnavailable(kind)',
      to: 'if (kind === undefined) throwUnavailable(kind)',
    },
    {
      what: 'a sign-out is not recorded',
      file: 'apps/identity/src/gateway/create-gateway.ts',
      from: 'if (operation.signsOutDevice) await recorder?.recordSignOut(call)',
      to: 'if (operation.signsOutDevice) await recorder?.recordSignOut({ ...call, session: null })',
    },
  ],
}

const orderBody = {
  items: [{ productId: 'p0', quantity: 1 }],
  totalAmount: PRICE,
  paymentDetails: { method: 'cod' },
  shippingAddress: homeAddress,
}
