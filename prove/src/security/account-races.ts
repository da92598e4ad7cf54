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
/** The racing requests start less than this after the change, each race at other moments. */
const PAUSE_MAX_MS = 40
const CODE_REQUESTS = 3
/** Mails are delivered after a tenth of a second, so several races wait at once. */
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
      if (await verifiesWithoutMail(store, number)) counts.verified += 1
      const { undone, lockedOut } = await changesAgainstReset(store, number)
      if (undone) counts.undone += 1
      if (lockedOut) counts.lockedOut += 1
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
      from: 'return foldEmail(addressToVerify(user, purpose)) === foldEmail(mailedTo)',
      to: 'return foldEmail(addressToVerify(user, purpose)) !== mailedTo.toUpperCase()',
    },
    {
      what: 'a password change overwrites a reset',
      file: 'apps/identity/src/operations/change-password.ts',
      from: 'passwordHash === user.passwordHash ? change : null',
      to: 'passwordHash !== PreviousPassword ? change : null',
    },
  ],
}

/** Asks for codes while the address of another person becomes the pending one, and tries every code that arrives. */
async function verifiesWithoutMail(store: StoreGateway, number: number) {
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
  // Only mails to the thief count. A destination is masked after its first letter.
  const sent = (await Promise.all(requests)).filter(({ body }) => destinationOf(body)?.startsWith('t'))
  // The first mail is the code of the sign-up.
  for (const mail of await store.mailsTo(email, { count: 1 + sent.length })) {
    await browser.call('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code: codeIn(mail) })
  }
  const { body } = await browser.call('GetUser', { AccessToken })
  return JSON.stringify(body['UserAttributes']).includes(victim)
}

/** Spreads the requests of one race and the races themselves over the possible pauses. */
function pauseOf(race: number, request = 0) {
  return (race * 3 + request * 13) % PAUSE_MAX_MS
}

function destinationOf(body: Record<string, unknown>): string | undefined {
  return Object(body['CodeDeliveryDetails']).Destination
}

/** A thief who knows the old password and has a session changes the password while the owner resets it. */
async function changesAgainstReset(store: StoreGateway, number: number) {
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
    undone: reset.status === 200 && (await thief.signIn(email, THIEFS_NEW_PASSWORD)).status === 200,
    lockedOut: (await owner.signIn(email, OWNERS_NEW_PASSWORD)).status !== 200,
  }
}
