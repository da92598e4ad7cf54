import { randomInt } from 'node:crypto'
import { LOCAL, type LocalPool, openLocalPool } from '@nashta/identity/conformance/local-pool.fixture'
import { post } from '@nashta/identity/conformance/post.fixture'
import { expectFigures, type Proof } from '../proof.ts'
import { waitForCode } from './pool-user.ts'
import { createRandom } from './random.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const PASSWORD = 'Str0ng!pass'
/** A client that does not reveal which users exist, like the store's own. */
const ClientId = LOCAL.clients.C2.id

/** The lock-out allows 17 passwords in the first hour. The proof allows a few more. */
const PASSWORDS_PER_HOUR_MAX = 20
/** The guesses of a code that are checked in an hour. After as many, the code is invalid. */
const CODE_TRIES_MAX = 15

export const bruteForce: Proof = {
  id: 'S5',
  test: 'Guessing one password for a simulated hour, without a pause and with pauses',
  sizes: { quick: 3, short: 12, nightly: 200 },
  unit: 'guessers',
  async run(context, size) {
    const pool = await openLocalPool()
    context.atEnd(() => pool.close())
    const checksPerGuesser: number[] = []
    let ownersLockedOut = 0
    let otherAccountsAffected = 0

    for (let number = 0; number < size; number += 1) {
      const victim = await createConfirmedUser(pool, `victim${number}@example.com`)
      const other = await createConfirmedUser(pool, `other${number}@example.com`)
      checksPerGuesser.push(await guessForAnHour(pool, victim, number))
      if (!(await signIn(pool, other, PASSWORD))) otherAccountsAffected += 1
      // Waits for the end of the longest lock-out.
      pool.advance(HOUR / 4)
      if (!(await signIn(pool, victim, PASSWORD))) ownersLockedOut += 1
    }
    const codes = await guessCodes(pool)
    const mostChecks = Math.max(...checksPerGuesser)
    expectFigures({
      [`passwords checked in an hour, more than ${PASSWORDS_PER_HOUR_MAX}`]: [
        mostChecks > PASSWORDS_PER_HOUR_MAX,
        false,
      ],
      'attackers without a single try': [checksPerGuesser.filter((tries) => tries === 0).length, 0],
      'owners who cannot sign in after the lock-out': [ownersLockedOut, 0],
      'other accounts that are affected': [otherAccountsAffected, 0],
      'codes tried in an hour': [codes.triedInAnHour, CODE_TRIES_MAX],
      'a code that was guessed at too often': [codes.afterTooMany, 'refused'],
      'a code that was used': [codes.afterUse, 'refused'],
      'a code a day later': [codes.afterADay, 'refused'],
    })
    return `${mostChecks} passwords checked in the worst hour, the owner can sign in after the lock-out, others are not affected; ${codes.triedInAnHour} codes an hour, invalid after ${CODE_TRIES_MAX} guesses, one use or a day`
  },
  mutations: [
    {
      what: 'failures expire after a quarter of an hour, as in Cognito',
      file: 'apps/identity/src/limits/lock-out.ts',
      from: 'export const FAILURES_EXPIRE_MS = 24 * 60 * 60 * 1000',
      to: 'export const FAILURES_EXPIRE_MS = 15 * 60 * 1000',
    },
    {
      what: 'a password is checked although the account is locked',
      file: 'apps/identity/src/operations/sign-in-with-password.ts',
      from: 'if (!(await attempts.countAsFailureUnlessLocked(subject, now()))) throwLocked()',
      to: 'await attempts.countAsFailureUnlessLocked(subject, now())',
    },
    {
      what: 'a code can be used twice',
      file: 'apps/identity/src/users/code.ts',
      from: 'if (stored.used || stored.expiresAt',
      to: 'if (stored.expiresAt',
    },
    {
      what: 'codes can be guessed without a limit',
      file: 'apps/identity/src/limits/attempt-store.ts',
      from: "'confirm-sign-up': 15,",
      to: "'confirm-sign-up': 1e9,",
    },
  ],
}

/**
 * Each guesser has its own rhythm. Returns how many passwords were checked: each check computes one
 * hash.
 */
async function guessForAnHour(pool: LocalPool, email: string, guesser: number) {
  const before = pool.hashes.counts.evaluations
  const random = createRandom(guesser)
  const start = pool.clock.now.getTime()
  const end = start + HOUR
  while (pool.clock.now.getTime() < end) {
    if (guesser === 0) {
      // Twelve tries within minutes, then a pause of a quarter of an hour. Cognito resets its
      // counter after such a pause.
      for (let tries = 0; tries < 12; tries += 1) {
        await signIn(pool, email, 'Wr0ng!pass')
        pool.advance(5 * SECOND * tries)
      }
      pool.advance(HOUR / 4)
    } else if (guesser === 1) {
      // Tries without pauses. After five minutes a lock-out lasts minutes, so the clock moves in
      // longer steps.
      await signIn(pool, email, 'Wr0ng!pass')
      pool.advance(pool.clock.now.getTime() - start < HOUR / 12 ? SECOND : 10 * SECOND)
    } else {
      // Bursts of random sizes. The pauses are random too, and usually short.
      const together = Array.from({ length: 1 + random.below(12) }, () => signIn(pool, email, 'Wr0ng!pass'))
      await Promise.all(together)
      pool.advance(Math.ceil(random.next() ** 3 * (HOUR / 3)))
    }
  }
  return pool.hashes.counts.evaluations - before
}

async function guessCodes(pool: LocalPool) {
  const guessed = 'guessed@example.com'
  const right = await signUpAndReadCode(pool, guessed)
  let triedInAnHour = 0
  // One guess every 59 seconds, so that all 60 are within an hour.
  for (let guesses = 0; guesses < 60; guesses += 1) {
    const { body } = await confirm(pool, guessed, wrongCode(right))
    if (!body.includes('LimitExceededException')) triedInAnHour += 1
    pool.advance(59 * SECOND)
  }
  // The limit of the hour ends, but the code has been tried too often.
  pool.advance(HOUR)

  const used = 'used@example.com'
  const usedCode = await signUpAndReadCode(pool, used)
  await confirm(pool, used, usedCode)

  const late = 'late@example.com'
  const lateCode = await signUpAndReadCode(pool, late)
  const afterTooMany = await confirm(pool, guessed, right)
  const afterUse = await confirm(pool, used, usedCode)
  pool.advance(24 * HOUR)
  const afterADay = await confirm(pool, late, lateCode)
  return {
    triedInAnHour,
    afterTooMany: verdict(afterTooMany),
    afterUse: verdict(afterUse),
    afterADay: verdict(afterADay),
  }
}

function verdict({ status }: { status: number }) {
  return status === 200 ? 'accepted' : 'refused'
}

async function signIn(pool: LocalPool, USERNAME: string, password: string) {
  const { status } = await post(pool, 'InitiateAuth', {
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME, PASSWORD: password },
  })
  return status === 200
}

async function createConfirmedUser(pool: LocalPool, email: string) {
  await confirm(pool, email, await signUpAndReadCode(pool, email))
  return email
}

function confirm(pool: LocalPool, Username: string, ConfirmationCode: string) {
  return post(pool, 'ConfirmSignUp', { ClientId, Username, ConfirmationCode })
}

/** Signs up and returns the code of the mail. */
async function signUpAndReadCode(pool: LocalPool, email: string): Promise<string> {
  const UserAttributes = [{ Name: 'email', Value: email }]
  const { status, body } = await post(pool, 'SignUp', {
    ClientId,
    Username: email,
    Password: PASSWORD,
    UserAttributes,
  })
  if (status !== 200) throw new Error(`SignUp responded ${body}`)
  return waitForCode(pool, email, { mailCount: 1 })
}

function wrongCode(right: string) {
  const guess = String(randomInt(10 ** 6)).padStart(6, '0')
  return guess === right ? String((Number(right) + 1) % 10 ** 6).padStart(6, '0') : guess
}
