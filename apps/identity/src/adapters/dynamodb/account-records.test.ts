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
  let readTableAsJson: () => Promise<string>
  /** Verifies tokens as another process of the store does. */
  let otherProcess: ReturnType<StoreGateway['connectFromOtherProcess']>

  beforeEach(async () => {
    const client = await connectDynamoDbLocal()
    const table = newTableName('accounts')
    await createTables(client, [{ name: table, key: { hash: 'pk', range: 'sk' } }])
    // The records are created before the store, whose clock they use once it exists.
    const clock = { now: () => new Date() }
    records = createDynamoAccountRecords({ client, table, now: () => clock.now() })
    readTableAsJson = async () => JSON.stringify(await scanItems(client, table))
    store = await openStoreGateway({ records })
    clock.now = () => store.local.clock.now
    otherProcess = store.connectFromOtherProcess(records)
  }, DYNAMODB_START_TIMEOUT_MS)
  afterEach(() => store.close())

  async function signInShopper() {
    const browser = await store.signUpInNewBrowser(EMAIL)
    const { accessToken } = await browser.signIn(EMAIL)
    // With its first check, the other process loads the keys of the pool. Later checks need no
    // request to the pool.
    await otherProcess.verifyToken('no token')
    return { browser, accessToken }
  }

  const now = () => store.local.clock.now
  /**
   * Tokens contain whole seconds. Ending all sessions also ends those that begin later in the same
   * second, so a session that must stay begins in a later one.
   */
  const advanceToNextSecond = () => store.local.advance(1000)
  /** After this, the other process reads the records again. */
  const expireCache = () => store.local.advance(CACHE_MS)

  it('after a sign-in another process checks the token and knows its user without a request to the pool', async () => {
    const { accessToken } = await signInShopper()
    const { count } = store.local.requests
    for (let times = 0; times < 3; times += 1) {
      const caller = await otherProcess.verifyToken(accessToken)
      expect(caller && (await otherProcess.emailOf(caller))).toBe(EMAIL)
      expect(caller && (await otherProcess.hasSecondFactor(caller))).toBe(false)
      expireCache()
    }
    expect(store.local.requests.count).toBe(count)
  })

  it('a sign-out takes effect in another process although the pool is unreachable', async () => {
    const { browser, accessToken } = await signInShopper()
    expect(await otherProcess.verifyToken(accessToken)).not.toBeNull()
    await store.local.pool.userPool.close()
    expect((await browser.call('RevokeToken', {})).status).toBe(503)
    expireCache()
    expect(await otherProcess.verifyToken(accessToken)).toBeNull()
  })

  it('a sign-in ends the earlier session of the same browser', async () => {
    const { browser, accessToken } = await signInShopper()
    advanceToNextSecond()
    const next = await browser.signIn(EMAIL)
    expect(await otherProcess.verifyToken(accessToken)).toBeNull()
    expect(await otherProcess.verifyToken(next.accessToken)).not.toBeNull()
  })

  it('a new password ends the other sessions, and signing out everywhere ends all', async () => {
    const { browser, accessToken } = await signInShopper()
    const other = await store.openBrowser().signIn(EMAIL)
    advanceToNextSecond()
    const change = { PreviousPassword: PASSWORD, ProposedPassword: 'An0ther!pass' }
    await browser.call('ChangePassword', { AccessToken: accessToken, ...change })
    expect(await otherProcess.verifyToken(other.accessToken)).toBeNull()
    expect(await otherProcess.verifyToken(accessToken)).not.toBeNull()

    advanceToNextSecond()
    await browser.call('GlobalSignOut', { AccessToken: accessToken })
    expireCache()
    expect(await otherProcess.verifyToken(accessToken)).toBeNull()
    const { accessToken: next } = await browser.signIn(EMAIL, 'An0ther!pass')
    expect(await otherProcess.verifyToken(next)).not.toBeNull()
  })

  it('a new birth date and name are known once the cache has expired', async () => {
    const { browser, accessToken } = await signInShopper()
    const caller = await otherProcess.verifyToken(accessToken)
    expect(caller && (await otherProcess.birthDateOf(caller))).toBeNull()
    const UserAttributes = [
      { Name: 'birthdate', Value: '2015-01-01' },
      { Name: 'given_name', Value: 'Asha' },
    ]
    await browser.call('UpdateUserAttributes', { AccessToken: accessToken, UserAttributes })
    expireCache()
    // Checking a token reads the record of its user again.
    await otherProcess.verifyToken(accessToken)
    expect(caller && (await otherProcess.birthDateOf(caller))).toBe('2015-01-01')
    expect(caller && (await otherProcess.fullNameOf(caller))).toBe('Asha')
  })

  it('a verified authenticator app ends other sessions, and a wrong code does not', async () => {
    const { browser, accessToken: AccessToken } = await signInShopper()
    const other = await store.openBrowser().signIn(EMAIL)
    advanceToNextSecond()
    const { body } = await browser.call('AssociateSoftwareToken', { AccessToken })
    const wrong = await browser.call('VerifySoftwareToken', { AccessToken, UserCode: '000000' })
    expect(wrong.status).toBe(400)
    expect(await otherProcess.verifyToken(other.accessToken)).not.toBeNull()
    expireCache()

    const UserCode = appCode(String(body['SecretCode']), now())
    expect((await browser.call('VerifySoftwareToken', { AccessToken, UserCode })).status).toBe(200)
    expect(await otherProcess.verifyToken(other.accessToken)).toBeNull()
    expect(await otherProcess.verifyToken(AccessToken)).not.toBeNull()
  })

  it('turning on a second factor is recorded and ends other sessions, and a sign-in with it is recorded too', async () => {
    const { browser, accessToken: AccessToken } = await signInShopper()
    const { sub = '' } = (await otherProcess.verifyToken(AccessToken)) ?? {}
    const recordedUser = async () => (await records.find(sub, 'any session')).user
    expect(await recordedUser()).toMatchObject({ hasSecondFactor: false })
    const other = await store.openBrowser().signIn(EMAIL)
    advanceToNextSecond()
    const { body } = await browser.call('AssociateSoftwareToken', { AccessToken })
    const secret = String(body['SecretCode'])
    await browser.call('VerifySoftwareToken', { AccessToken, UserCode: appCode(secret, now()) })
    const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
    await browser.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings })
    expect(await recordedUser()).toMatchObject({ hasSecondFactor: true })
    expect(await otherProcess.verifyToken(other.accessToken)).toBeNull()

    // The record is removed, so the next record of the user comes from the sign-in.
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
    const callerWithCode = await otherProcess.verifyToken(next)
    expect(callerWithCode && (await otherProcess.hasSecondFactor(callerWithCode))).toBe(true)
  })

  it('a deleted account leaves no personal data', async () => {
    const { browser, accessToken } = await signInShopper()
    expect(await readTableAsJson()).toContain(EMAIL)
    expect((await browser.call('DeleteUser', { AccessToken: accessToken })).status).toBe(200)
    expect(await readTableAsJson()).not.toContain(EMAIL)
    expect(await otherProcess.verifyToken(accessToken)).toBeNull()
  })

  it('a user without a record is read from the pool once, or else the check fails', async () => {
    const { accessToken } = await signInShopper()
    const { sub = '' } = (await otherProcess.verifyToken(accessToken)) ?? {}
    await records.removeUser(sub)
    expireCache()
    const { count } = store.local.requests
    expect(await otherProcess.verifyToken(accessToken)).not.toBeNull()
    expireCache()
    expect(await otherProcess.verifyToken(accessToken)).not.toBeNull()
    expect(store.local.requests.count).toBe(count + 1)

    await records.removeUser(sub)
    await store.local.pool.userPool.close()
    expireCache()
    const check = otherProcess.verifyToken(accessToken)
    await expect(check).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
