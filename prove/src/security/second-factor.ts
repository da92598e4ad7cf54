import { openLocalPool } from '@nashta/identity/conformance/local-pool.fixture'
import { expectFigures, type Proof } from '../proof.ts'
import { createPoolUser, isSignedIn, type Reply, tokensOf } from './pool-user.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const CHALLENGE_LIFETIME_MS = 3 * MINUTE
const LONGEST_LOCK_OUT_MS = 15 * MINUTE
/** The lock-out allows 17 guesses in the first hour. */
const GUESSES_PER_HOUR_MAX = 20

export const secondFactor: Proof = {
  id: 'S20',
  test: 'Strangers with the right password try replayed, old and guessed codes, used and foreign challenges, and ways around the second factor',
  sizes: { quick: 200, short: 1000, nightly: 10_000 },
  unit: 'tries',
  async run(context, size) {
    const pool = await openLocalPool()
    context.atEnd(() => pool.close())
    const successes: string[] = []
    let tried = 0
    let ownersLockedOut = 0
    let mostGuesses = 0

    function countTry(what: string, reply: Reply, isSuccess = isSignedIn(reply)) {
      tried += 1
      if (isSuccess) successes.push(what)
    }

    for (let number = 0; tried < size; number += 1) {
      const user = await createPoolUser(pool, `owner${number}@example.com`)
      const other = await createPoolUser(pool, `other${number}@example.com`)
      const stolen = tokensOf(await user.signIn())
      const own = tokensOf(await user.signIn())
      const authenticator = await user.protect(own.AccessToken)
      const othersAuthenticator = await other.protect(tokensOf(await other.signIn()).AccessToken)
      const newChallenge = async ({ signIn } = user) => (await signIn()).body['Session']
      // The current code was used to turn the second factor on, so the owner needs the next one. `codeAt` gives the code
      // that many steps of half a minute from now.
      pool.advance(30 * SECOND)

      countTry('a session from before the second factor', await user.refresh(stolen.RefreshToken))
      countTry('the password alone', await user.signIn())

      // The owner signs in, and a stranger who knows the password saw what was typed.
      const challenge = await newChallenge()
      const code = authenticator.codeAt(0)
      const [recoveryCode = ''] = authenticator.recoveryCodes
      if (!isSignedIn(await user.respond(challenge, code))) ownersLockedOut += 1
      if (!isSignedIn(await user.respond(await newChallenge(), recoveryCode))) ownersLockedOut += 1
      countTry('a replayed code', await user.respond(await newChallenge(), code))
      pool.advance(MINUTE)
      countTry('a used challenge', await user.respond(challenge, authenticator.codeAt(0)))
      countTry('a used recovery code', await user.respond(await newChallenge(), recoveryCode))

      // Each failure may lock the second factor, so the attacker waits for the end of the longest lock-out before each
      // of these tries. Otherwise the lock-out would refuse it, whatever the code.
      for (const steps of [-9, -3, -2, 2, 3, 9]) {
        pool.advance(LONGEST_LOCK_OUT_MS)
        countTry(
          'an old or future code',
          await user.respond(await newChallenge(), authenticator.codeAt(steps)),
        )
      }
      pool.advance(LONGEST_LOCK_OUT_MS)
      countTry("another user's code", await user.respond(await newChallenge(), othersAuthenticator.codeAt(0)))
      pool.advance(LONGEST_LOCK_OUT_MS)
      countTry(
        "another user's challenge",
        await user.respond(await newChallenge(other), othersAuthenticator.codeAt(0)),
      )
      pool.advance(LONGEST_LOCK_OUT_MS)
      countTry(
        "another user's recovery code",
        await user.respond(await newChallenge(), othersAuthenticator.recoveryCodes[0] ?? ''),
      )
      for (const name of ['SMS_MFA', 'MFA_SETUP', 'CUSTOM_CHALLENGE', 'NEW_PASSWORD_REQUIRED']) {
        pool.advance(LONGEST_LOCK_OUT_MS)
        countTry(
          'another kind of challenge',
          await user.respond(await newChallenge(), authenticator.codeAt(0), name),
        )
      }

      // A stranger has taken over the owner's open session, whose sign-in is hours old, and tries to turn the second
      // factor off or to replace its secret.
      const oldToken = tokensOf(await user.refresh(own.RefreshToken)).AccessToken
      const Session = await newChallenge()
      const associated = await user.call('AssociateSoftwareToken', { Session })
      countTry('a new secret by a challenge', associated, associated.status === 200)
      const replaced = await user.call('AssociateSoftwareToken', { AccessToken: oldToken })
      countTry('a new secret by an old session', replaced, replaced.status === 200)
      const turnedOff = await user.setSecondFactor(oldToken, { isOn: false })
      countTry('turned off by an old session', turnedOff, turnedOff.status === 200)
      const expired = await newChallenge()
      pool.advance(CHALLENGE_LIFETIME_MS + LONGEST_LOCK_OUT_MS)
      countTry('an expired challenge', await user.respond(expired, authenticator.codeAt(0)))

      const guesses = await guessForAnHour(user, authenticator.codeAt, pool)
      mostGuesses = Math.max(mostGuesses, guesses.evaluated)
      for (const reply of guesses.replies) countTry('a guessed code', reply)

      pool.advance(LONGEST_LOCK_OUT_MS)
      // The third mail has the code for the reset. The first two were the code of the sign-up and the notice about the
      // second factor.
      await user.resetPassword('An0ther!pass', { mails: 3 })
      countTry('a new password by mail', await user.signIn('An0ther!pass'))
      const { body } = await user.signIn('An0ther!pass')
      if (!isSignedIn(await user.respond(body['Session'], authenticator.codeAt(0)))) ownersLockedOut += 1
    }
    expectFigures({
      'sign-ins and ways around the second factor': [[...new Set(successes)].join('; '), ''],
      'owners who could not sign in': [ownersLockedOut, 0],
      [`codes checked in an hour, more than ${GUESSES_PER_HOUR_MAX}`]: [
        mostGuesses > GUESSES_PER_HOUR_MAX,
        false,
      ],
    })
    return `${tried} tries with the right password, 0 sign-ins; ${mostGuesses} codes checked in the worst hour; every owner signed in`
  },
  mutations: [
    {
      what: 'a code works twice',
      file: 'apps/identity/src/adapters/sqlite/second-factor-store.ts',
      from: "if (step <= factor.lastUsedStep) return 'used code'",
      to: '',
    },
    {
      what: 'a recovery code works twice',
      file: 'apps/identity/src/adapters/sqlite/second-factor-store.ts',
      from: "'DELETE FROM recoveryCodes WHERE sub = @sub AND hash = @hash'",
      to: "'UPDATE recoveryCodes SET hash = hash WHERE sub = @sub AND hash = @hash'",
    },
    {
      what: 'a challenge works twice',
      file: 'apps/identity/src/adapters/sqlite/second-factor-store.ts',
      from: 'deleteChallenge.run(challengeHash)',
      to: '',
    },
    {
      what: 'a challenge never expires',
      file: 'apps/identity/src/second-factor/challenge.ts',
      from: 'const CHALLENGE_LIFETIME_MS = 3 * 60 * 1000',
      to: 'const CHALLENGE_LIFETIME_MS = 24 * 60 * 60 * 1000',
    },
    {
      what: 'a code answers every kind of challenge',
      file: 'apps/identity/src/operations/respond-to-auth-challenge.ts',
      from: "if (input.ChallengeName !== SECOND_FACTOR) throw invalidParameter('The challenge is not enabled.')",
      to: '',
    },
    {
      what: 'a code works for several minutes',
      file: 'apps/identity/src/second-factor/totp.ts',
      from: 'const STEPS_OFF_MAX = 1',
      to: 'const STEPS_OFF_MAX = 5',
    },
    {
      what: 'codes can be guessed without a limit',
      file: 'apps/identity/src/operations/respond-to-auth-challenge.ts',
      from: 'if (!(await attempts.countTryUnlessLocked(lockOutSubject, now()))) {',
      to: 'if (!attempts) {',
    },
    {
      what: 'a right password clears the count of wrong codes',
      file: 'apps/identity/src/operations/respond-to-auth-challenge.ts',
      from: 'const lockOutSubject = subjectOfDevice(secondFactorSubject(sub),',
      to: 'const lockOutSubject = subjectOfDevice(sub,',
    },
    {
      what: 'turning the second factor on ends no session',
      file: 'apps/identity/src/operations/second-factor-operations.ts',
      from: "...(wanted === 'on' && { endSessions: { except: caller.sessionId } }),",
      to: '',
    },
  ],
}

type Guesser = {
  signIn: () => Promise<Reply>
  respond: (session: unknown, code: string) => Promise<Reply>
}

/** Guesses codes, each after a sign-in with the password. Later lock-outs last minutes, so later pauses are longer. */
async function guessForAnHour(
  { signIn, respond }: Guesser,
  codeAt: (steps: number) => string,
  pool: { clock: { now: Date }; advance: (ms: number) => void },
) {
  const replies: Reply[] = []
  const start = pool.clock.now.getTime()
  const elapsed = () => pool.clock.now.getTime() - start
  while (elapsed() < 60 * MINUTE) {
    const { body } = await signIn()
    const right = new Set([-1, 0, 1].map(codeAt))
    const guess = ['000000', '111111', '222222', '333333'].find((code) => !right.has(code)) ?? ''
    replies.push(await respond(body['Session'], guess))
    pool.advance(elapsed() < 2 * MINUTE ? 5 * SECOND : 60 * SECOND)
  }
  const evaluated = replies.filter(({ body }) => body['__type'] === 'CodeMismatchException').length
  return { replies, evaluated }
}
