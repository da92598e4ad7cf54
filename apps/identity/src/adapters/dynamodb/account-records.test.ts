import { createTables } from '@nashta/dynamodb/create-tables'
import {
  connectDynamoDbLocal,
  describeOnDynamoDbLocal,
  newTableName,
} from '@nashta/dynamodb/dynamodb-local.fixture'
import { scanItems } from '@nashta/dynamodb/read-items'
import type { AccountRecords } from '@nashta/service-kit/auth/account-records'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appCode } from '../../conformance/second-factor.fixture.ts'
import { passwordRequest } from '../../gateway/gateway.fixture.ts'
import { openStoreGateway, PASSWORD, type StoreGateway } from '../../gateway/store-gateway.fixture.ts'
import { createDynamoAccountRecords } from './account-records.ts'

const EMAIL = 'asha@example.in'
/** A process reads a changed record after this time at the latest. */
const CACHE_MS = 5_000

describeOnDynamoDbLocal('records of accounts in DynamoDB', () => {
  let store: StoreGateway
  let records: AccountRecords
  let readTable: () => Promise<string>
  /** Verifies tokens as another process of the store does. */
  let elsewhere: ReturnType<StoreGateway['connectElsewhere']>

  beforeEach(async () => {
    const client = await connectDynamoDbLocal()
    const table = newTableName('accounts')
    await createTables(client, [{ name: table, key: { hash: 'pk', range: 'sk' } }])
    // The records need a clock before the store exists. Later they use the clock of the store.
    const clock = { now: () => new Date() }
    records = createDynamoAccountRecords({ client, table, now: () => clock.now() })
    readTable = async () => JSON.stringify(await scanItems(client, table))
    store = await openStoreGateway({ records })
    clock.now = () => store.local.clock.now
    elsewhere = store.connectElsewhere(records)
  }, 150_000)
  afterEach(() => store.close())

  async function signedIn() {
    const browser = await store.newShopper(EMAIL)
    const { accessToken } = await browser.signIn(EMAIL)
    // The other process loads the pool's keys with its first check, and then needs nothing else of the pool.
    await elsewhere.verifyToken('no token')
    return { browser, accessToken }
  }

  const now = () => store.local.clock.now
  const later = (ms = CACHE_MS) => store.local.advance(ms)

  it('after a sign-in a token is checked and its user known without a request to the pool', async () => {
    const { accessToken } = await signedIn()
    const { count } = store.local.requests
    for (let times = 0; times < 3; times += 1) {
      const caller = await elsewhere.verifyToken(accessToken)
      expect(caller && (await elsewhere.emailOf(caller))).toBe(EMAIL)
      expect(caller && (await elsewhere.hasSecondFactor(caller))).toBe(false)
      later()
    }
    expect(store.local.requests.count).toBe(count)
  })

  it('a sign-out takes effect in another process although the pool is unreachable', async () => {
    const { browser, accessToken } = await signedIn()
    expect(await elsewhere.verifyToken(accessToken)).not.toBeNull()
    await store.local.pool.userPool.close()
    expect((await browser.call('RevokeToken', {})).status).toBe(503)
    later()
    expect(await elsewhere.verifyToken(accessToken)).toBeNull()
  })

  it('a sign-in ends the earlier session of the same browser', async () => {
    const { browser, accessToken } = await signedIn()
    later(1000)
    const next = await browser.signIn(EMAIL)
    expect(await elsewhere.verifyToken(accessToken)).toBeNull()
    expect(await elsewhere.verifyToken(next.accessToken)).not.toBeNull()
  })

  it('a new password ends the other sessions, and signing out everywhere ends all', async () => {
    const { browser, accessToken } = await signedIn()
    const other = await store.openBrowser().signIn(EMAIL)
    later(1000)
    const change = { PreviousPassword: PASSWORD, ProposedPassword: 'An0ther!pass' }
    await browser.call('ChangePassword', { AccessToken: accessToken, ...change })
    expect(await elsewhere.verifyToken(other.accessToken)).toBeNull()
    expect(await elsewhere.verifyToken(accessToken)).not.toBeNull()

    later(1000)
    await browser.call('GlobalSignOut', { AccessToken: accessToken })
    later()
    expect(await elsewhere.verifyToken(accessToken)).toBeNull()
    const { accessToken: next } = await browser.signIn(EMAIL, 'An0ther!pass')
    expect(await elsewhere.verifyToken(next)).not.toBeNull()
  })

  it('a changed birth date is known after the change', async () => {
    const { browser, accessToken } = await signedIn()
    const caller = await elsewhere.verifyToken(accessToken)
    expect(caller && (await elsewhere.birthDateOf(caller))).toBeNull()
    const UserAttributes = [{ Name: 'birthdate', Value: '2015-01-01' }]
    await browser.call('UpdateUserAttributes', { AccessToken: accessToken, UserAttributes })
    later()
    // The check of a token reads the record of its user again.
    await elsewhere.verifyToken(accessToken)
    expect(caller && (await elsewhere.birthDateOf(caller))).toBe('2015-01-01')
  })

  it('a second factor is known when it is turned on and after a sign-in with it, and ends other sessions', async () => {
    const { browser, accessToken: AccessToken } = await signedIn()
    const other = await store.openBrowser().signIn(EMAIL)
    later(1000)
    const { body } = await browser.call('AssociateSoftwareToken', { AccessToken })
    const secret = String(body['SecretCode'])
    await browser.call('VerifySoftwareToken', { AccessToken, UserCode: appCode(secret, now()) })
    const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
    await browser.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings })
    expect(await elsewhere.verifyToken(other.accessToken)).toBeNull()
    const caller = await elsewhere.verifyToken(AccessToken)
    expect(caller && (await elsewhere.hasSecondFactor(caller))).toBe(true)

    // The app's first code was used, so the sign-in needs the code of the next 30 seconds.
    later(30_000)
    const challenge = await browser.call('InitiateAuth', passwordRequest(EMAIL, PASSWORD))
    const signIn = await browser.call('RespondToAuthChallenge', {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: challenge.body['Session'],
      ChallengeResponses: { USERNAME: EMAIL, SOFTWARE_TOKEN_MFA_CODE: appCode(secret, now()) },
    })
    const next = String(Object(signIn.body['AuthenticationResult'])['AccessToken'])
    const callerWithCode = await elsewhere.verifyToken(next)
    expect(callerWithCode && (await elsewhere.hasSecondFactor(callerWithCode))).toBe(true)
  })

  it('a deleted account leaves no personal data', async () => {
    const { browser, accessToken } = await signedIn()
    expect(await readTable()).toContain(EMAIL)
    expect((await browser.call('DeleteUser', { AccessToken: accessToken })).status).toBe(200)
    expect(await readTable()).not.toContain(EMAIL)
    expect(await elsewhere.verifyToken(accessToken)).toBeNull()
  })

  it('a user without a record is read from the pool once, and a check fails while the pool is unreachable', async () => {
    const { accessToken } = await signedIn()
    const { sub = '' } = (await elsewhere.verifyToken(accessToken)) ?? {}
    await records.removeUser(sub)
    later()
    const { count } = store.local.requests
    expect(await elsewhere.verifyToken(accessToken)).not.toBeNull()
    later()
    expect(await elsewhere.verifyToken(accessToken)).not.toBeNull()
    expect(store.local.requests.count).toBe(count + 1)

    await records.removeUser(sub)
    await store.local.pool.userPool.close()
    later()
    await expect(elsewhere.verifyToken(accessToken)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
