import type { NotAuthorizedException } from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalPool } from './local-pool.fixture.ts'
import { peopleOf } from './people.fixture.ts'
import { HOUR, openPool, type PoolUnderTest, PW, unusedEmail } from './pool.fixture.ts'

const LOCKED = 'NotAuthorizedException: Password attempts exceeded'
const WRONG = 'NotAuthorizedException: Incorrect username or password.'
const IS_REMOTE = Boolean(process.env['CONFORMANCE_ENDPOINT'])

describe.skipIf(IS_REMOTE)('the lock-out, on a pool whose clock the test moves', () => {
  let pool: PoolUnderTest
  let local: LocalPool
  let people: ReturnType<typeof peopleOf>
  beforeAll(async () => {
    pool = await openPool()
    if (!pool.local) throw new Error('needs a pool whose clock the test can move')
    local = pool.local
    people = peopleOf(pool)
  })
  afterAll(() => pool.close())

  /** Tries to sign in. Returns the text of the error, or 'signed in'. */
  async function tryPassword(email: string, password = 'Wr0ng!pass') {
    // C2 hides which users exist.
    return people.signIn(email, password, pool.clients.C2.id).then(
      () => 'signed in',
      (error: NotAuthorizedException) => `${error.name}: ${error.message}`,
    )
  }

  /** Fails to sign in, by default as a new user. Returns the e-mail address of the user. */
  async function failSignIn(times: number, givenEmail?: string) {
    const email = givenEmail ?? (await people.confirmed()).email
    for (let failures = 0; failures < times; failures += 1) expect(await tryPassword(email)).toBe(WRONG)
    return email
  }

  it('lock-start: the fifth wrong password locks the account', async () => {
    expect(await tryPassword(await failSignIn(5), PW)).toBe(LOCKED)
  })

  it('lock-expiry: the first lock lasts one second, and the right password clears the failures', async () => {
    const email = await failSignIn(5)
    local.advance(999)
    expect(await tryPassword(email, PW)).toBe(LOCKED)
    local.advance(1)
    expect(await tryPassword(email, PW)).toBe('signed in')
    await failSignIn(5, email)
    expect(await tryPassword(email, PW)).toBe(LOCKED)
  })

  it('lock-doubling: each further failure doubles the lock, up to 15 minutes', async () => {
    const email = await failSignIn(5)
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      // A try during the lock is not counted and does not make the lock longer.
      expect(await tryPassword(email)).toBe(LOCKED)
      local.advance(seconds * 1000 - 1)
      expect(await tryPassword(email, PW)).toBe(LOCKED)
      local.advance(1)
      expect(await tryPassword(email)).toBe(WRONG)
    }
  })

  it('lock-idle-reset: failures expire after a day, not after 15 minutes as in Cognito', async () => {
    const email = await failSignIn(5)
    local.advance(HOUR / 4)
    // The sixth failure locks, because the first five have not expired.
    expect(await tryPassword(email)).toBe(WRONG)
    expect(await tryPassword(email, PW)).toBe(LOCKED)

    local.advance(24 * HOUR)
    // The count starts again: only the fifth failure locks.
    await failSignIn(5, email)
    expect(await tryPassword(email, PW)).toBe(LOCKED)
  })

  it('pausing for 15 minutes, after which Cognito drops failures, gains one more try', async () => {
    const { email } = await people.confirmed()
    const before = local.hashes.counts.evaluations
    // A round takes fifteen minutes: twelve tries, one a second, and then a pause.
    for (let rounds = 0; rounds < 4; rounds += 1) {
      for (let tries = 0; tries < 12; tries += 1) {
        await tryPassword(email)
        local.advance(1000)
      }
      local.advance(HOUR / 4 - 12_000)
    }
    // Of the first twelve tries, eight are checked: the first five, and those after the locks of 1,
    // 2 and 4 seconds. In each of the three later rounds, one more try is checked.
    expect(local.hashes.counts.evaluations - before).toBe(8 + 3)
  })

  it('an unknown name is locked like a known one', async () => {
    const email = unusedEmail()
    await failSignIn(5, email)
    expect(await tryPassword(email, PW)).toBe(LOCKED)
    local.advance(1000)
    expect(await tryPassword(email)).toBe(WRONG)
    expect(await tryPassword(email, PW)).toBe(LOCKED)
  })

  it('race-lock: of fifty concurrent wrong passwords five are checked', async () => {
    const { email } = await people.confirmed()
    const before = local.hashes.counts.evaluations
    const texts = await Promise.all(Array.from({ length: 50 }, () => tryPassword(email)))

    expect(local.hashes.counts.evaluations - before).toBe(5)
    expect(texts.filter((text) => text === WRONG)).toHaveLength(5)
    expect(texts.filter((text) => text === LOCKED)).toHaveLength(45)
  })
})
