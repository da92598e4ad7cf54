import { setTimeout as delay } from 'node:timers/promises'
import {
  codeIn,
  linkTokenIn,
  openStoreGateway,
  PASSWORD,
  type StoreGateway,
} from '@nashta/identity/gateway/store-gateway.fixture'
import { expectFigures, type Proof } from '../proof.ts'
import { runConcurrently } from '../run-concurrently.ts'

const OWNERS_NEW_PASSWORD = 'Owners!n3w'
const THIEFS_NEW_PASSWORD = 'Thiefs!n3w'
/** The requests that race with a change start less than this after it. */
const PAUSE_MAX_MS = 40
const CODE_REQUESTS = 3
/** Several races run at once, because each waits a tenth of a second for its mails. */
const AT_ONCE = 5

export const accountRaces: Proof = {
  id: 'S16',
  test: 'Attackers try to take over accounts by concurrent calls: e-mail changes with their codes, password changes with resets',
  sizes: { quick: 25, short: 500, nightly: 5000 },
  unit: 'races',
  async run(context, size) {
    const store = await openStoreGateway()
    context.atEnd(() => store.close())
    const counts = { verified: 0, undone: 0, lockedOut: 0 }

    async function race(number: number) {
      const isVerified = await raceEmailChange(store, number)
      if (isVerified) counts.verified += 1
      const { isUndone, isLockedOut } = await racePasswordChange(store, number)
      if (isUndone) counts.undone += 1
      if (isLockedOut) counts.lockedOut += 1
    }
    await runConcurrently(size, AT_ONCE, race)
    expectFigures({
      'addresses verified that got no mail': [counts.verified, 0],
      'resets undone by a thief': [counts.undone, 0],
      'owners who cannot sign in after their reset': [counts.lockedOut, 0],
    })
    return `${size} e-mail changes and ${size} password changes raced: no address verified that got no mail, no reset undone`
  },
  mutations: [
    {
      what: 'a code verifies any pending address',
      file: 'apps/identity/src/codes/code.ts',
      from: 'return foldEmail(addressForCode(user, purpose)) === foldEmail(mailedTo)',
      to: 'return foldEmail(addressForCode(user, purpose)) !== mailedTo.toUpperCase()',
    },
    {
      what: 'a password change overwrites a reset',
      file: 'apps/identity/src/operations/change-password.ts',
      from: 'passwordHash === user.passwordHash ? change : null',
      to: 'passwordHash !== PreviousPassword ? change : null',
    },
  ],
}

/**
 * A thief changes the address of an account to the victim's and asks for codes meanwhile. Returns
 * whether a code that reached the thief has verified the victim's address.
 */
async function raceEmailChange(store: StoreGateway, number: number) {
  const email = `thief${number}@example.in`
  const browser = await store.signUpInNewBrowser(email)
  const { accessToken: AccessToken } = await browser.signIn(email)
  const victim = `victim${number}@example.in`
  const UserAttributes = [{ Name: 'email', Value: victim }]

  const change = browser.call('UpdateUserAttributes', { AccessToken, UserAttributes })
  const requests = Array.from({ length: CODE_REQUESTS }, async (_, index) => {
    await delay(pauseOf(number, index))
    return browser.call('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' })
  })
  await change
  // Only mails to the thief count. Responses mask an address after its first letter.
  const sent = (await Promise.all(requests)).filter(({ body }) => destinationOf(body)?.startsWith('t'))
  // The first mail is the code of the sign-up.
  for (const mail of await store.mailsTo(email, { count: 1 + sent.length })) {
    await browser.call('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code: codeIn(mail) })
  }
  const { body } = await browser.call('GetUser', { AccessToken })
  return JSON.stringify(body['UserAttributes']).includes(victim)
}

/** The pause before a request. It differs between races and between the requests of a race. */
function pauseOf(race: number, request = 0) {
  return (race * 3 + request * 13) % PAUSE_MAX_MS
}

function destinationOf(body: Record<string, unknown>): string | undefined {
  return Object(body['CodeDeliveryDetails']).Destination
}

/** A thief with the old password and a session changes the password while the owner resets it. */
async function racePasswordChange(store: StoreGateway, number: number) {
  const email = `owner${number}@example.in`
  const owner = await store.signUpInNewBrowser(email)
  const thief = store.openBrowser()
  const { accessToken: AccessToken } = await thief.signIn(email)
  await owner.forgot(email)
  // The newest mail comes first. The other one has the code of the sign-up.
  const [resetMail] = await store.mailsTo(email, { count: 2 })
  const token = linkTokenIn(resetMail)

  const change = thief.call('ChangePassword', {
    AccessToken,
    PreviousPassword: PASSWORD,
    ProposedPassword: THIEFS_NEW_PASSWORD,
  })
  await delay(pauseOf(number))
  const reset = await owner.reset(email, token, OWNERS_NEW_PASSWORD)
  await change
  return {
    isUndone: reset.status === 200 && (await thief.signIn(email, THIEFS_NEW_PASSWORD)).status === 200,
    isLockedOut: (await owner.signIn(email, OWNERS_NEW_PASSWORD)).status !== 200,
  }
}
