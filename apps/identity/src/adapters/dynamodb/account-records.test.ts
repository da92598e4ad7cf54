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

/** The first test of a run starts DynamoDB Local. */
const DYNAMODB_START_TIMEOUT_MS = 150_000

const EMAIL = 'asha@example.in'
/** How long a process caches the records of accounts. */
const CACHE_MS = 5_000

describeOnDynamoDbLocal('records of accounts in DynamoDB', () => {
  let store: StoreGateway
  let records: AccountRecords
  let readTable: () => Promise<string>
  /** Verifies tokens as another process of the store does. */
  let elsewhere: ReturnType<StoreGateway['connectFromElsewhere']>

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
    elsewhere = store.connectFromElsewhere(records)
  }, DYNAMODB_START_TIMEOUT_MS)
  afterEach(() => store.close())

  async function signedIn() {
    const browser = await store.newShopper(EMAIL)
    const { accessToken } = await browser.signIn(EMAIL)
    // The other process loads the pool's keys with its first check, and then needs nothing else of the pool.
    await elsewhere.verifyToken('no token')
    return { browser, accessToken }
  }

  const now = () => store.local.clock.now
  /** Tokens have times in whole seconds, so only a session of a later second counts as begun later. */
  const nextSecond = () => store.local.advance(1000)
  /** Afterwards the other process reads its records again. */
  const expireCache = () => store.local.advance(CACHE_MS)

  it('after a sign-in another process checks the token and knows its user without a request to the pool', async () => {
    const { accessToken } = await signedIn()
    const { count } = store.local.requests
    for (let times = 0; times < 3; times += 1) {
      const caller = await elsewhere.verifyToken(accessToken)
      expect(caller && (await elsewhere.emailOf(caller))).toBe(EMAIL)
      expect(caller && (await elsewhere.hasSecondFactor(caller))).toBe(false)
      expireCache()
    }
    expect(store.local.requests.count).toBe(count)
  })

  it('a sign-out takes effect in another process although the pool is unreachable', async () => {
    const { browser, accessToken } = await signedIn()
    expect(await elsewhere.verifyToken(accessToken)).not.toBeNull()
    await store.local.pool.userPool.close()
    expect((await browser.call('RevokeToken', {})).status).toBe(503)
    expireCache()
    expect(await elsewhere.verifyToken(accessToken)).toBeNull()
  })

  it('a sign-in ends the earlier session of the same browser', async () => {
    const { browser, accessToken } = await signedIn()
    nextSecond()
    const next = await browser.signIn(EMAIL)
    expect(await elsewhere.verifyToken(accessToken)).toBeNull()
    expect(await elsewhere.verifyToken(next.accessToken)).not.toBeNull()
  })

  it('a new password ends the other sessions, and signing out everywhere ends all', async () => {
    const { browser, accessToken } = await signedIn()
    const other = await store.openBrowser().signIn(EMAIL)
    nextSecond()
    const change = { PreviousPassword: PASSWORD, ProposedPassword: 'An0ther!pass' }
    await browser.call('ChangePassword', { AccessToken: accessToken, ...change })
    expect(await elsewhere.verifyToken(other.accessToken)).toBeNull()
    expect(await elsewhere.verifyToken(accessToken)).not.toBeNull()

    nextSecond()
    await browser.call('GlobalSignOut', { AccessToken: accessToken })
    expireCache()
    expect(await elsewhere.verifyToken(accessToken)).toBeNull()
    const { accessToken: next } = await browser.signIn(EMAIL, 'An0ther!pass')
    expect(await elsewhere.verifyToken(next)).not.toBeNull()
  })

  it('a new birth date is known once the cache has expired', async () => {
    const { browser, accessToken } = await signedIn()
    const caller = await elsewhere.verifyToken(accessToken)
    expect(caller && (await elsewhere.birthDateOf(caller))).toBeNull()
    const UserAttributes = [{ Name: 'birthdate', Value: '2015-01-01' }]
    await browser.call('UpdateUserAttributes', { AccessToken: accessToken, UserAttributes })
    expireCache()
    // The check of a token reads the record of its user again.
    await elsewhere.verifyToken(accessToken)
    expect(caller && (await elsewhere.birthDateOf(caller))).toBe('2015-01-01')
  })

  it('another authenticator app ends other sessions', async () => {
    const { browser, accessToken: AccessToken } = await signedIn()
    const other = await store.openBrowser().signIn(EMAIL)
    nextSecond()
    const { body } = await browser.call('AssociateSoftwareToken', { AccessToken })
    const wrong = await browser.call('VerifySoftwareToken', { AccessToken, UserCode: '000000' })
    expect(wrong.status).toBe(400)
    expect(await elsewhere.verifyToken(other.accessToken)).not.toBeNull()
    expireCache()

    const UserCode = appCode(String(body['SecretCode']), now())
    expect((await browser.call('VerifySoftwareToken', { AccessToken, UserCode })).status).toBe(200)
    expect(await elsewhere.verifyToken(other.accessToken)).toBeNull()
    expect(await elsewhere.verifyToken(AccessToken)).not.toBeNull()
  })

  it('turning on a second factor is recorded and ends other sessions, and a sign-in with it is recorded too', async () => {
    const { browser, accessToken: AccessToken } = await signedIn()
    const { sub = '' } = (await elsewhere.verifyToken(AccessToken)) ?? {}
    const recordedUser = async () => (await records.find(sub, 'any session')).user
    expect(await recordedUser()).toMatchObject({ hasSecondFactor: false })
    const other = await store.openBrowser().signIn(EMAIL)
    nextSecond()
    const { body } = await browser.call('AssociateSoftwareToken', { AccessToken })
    const secret = String(body['SecretCode'])
    await browser.call('VerifySoftwareToken', { AccessToken, UserCode: appCode(secret, now()) })
    const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
    await browser.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings })
    expect(await recordedUser()).toMatchObject({ hasSecondFactor: true })
    expect(await elsewhere.verifyToken(other.accessToken)).toBeNull()

    // Without its record, the user can only be recorded by the sign-in.
    await records.removeUser(sub)
    // The app's first code was used, so the sign-in needs the code of the next 30 seconds.
    store.local.advance(30_000)
    const challenge = await browser.call('InitiateAuth', passwordRequest(EMAIL, PASSWORD))
    const signIn = await browser.call('RespondToAuthChallenge', {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: challenge.body['Session'],
      ChallengeResponses: { USERNAME: EMAIL, SOFTWARE_TOKEN_MFA_CODE: appCode(secret, now()) },
    })
    expect(await recordedUser()).toMatchObject({ email: EMAIL, hasSecondFactor: true })
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
    expireCache()
    const { count } = store.local.requests
    expect(await elsewhere.verifyToken(accessToken)).not.toBeNull()
    expireCache()
    expect(await elsewhere.verifyToken(accessToken)).not.toBeNull()
    expect(store.local.requests.count).toBe(count + 1)

    await records.removeUser(sub)
    await store.local.pool.userPool.close()
    expireCache()
    await expect(elsewhere.verifyToken(accessToken)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
