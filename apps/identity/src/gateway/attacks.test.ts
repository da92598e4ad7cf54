import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOfStep, fromBase32, stepAt } from '../second-factor/totp.ts'
import { passwordRequest } from './gateway.fixture.ts'
import {
  codeIn,
  linkTokenIn,
  openStoreGateway,
  PASSWORD,
  type StoreGateway,
} from './store-gateway.fixture.ts'

const NEW = 'N3w!password'
const HOUR = 3_600_000
/** How long an authenticator app shows a code. */
const CODE_STEP_MS = 30_000

let store: StoreGateway
let testNumber = 0
let owner: string
beforeAll(async () => {
  store = await openStoreGateway()
})
beforeEach(() => {
  testNumber += 1
  owner = addressOf('asha')
})
afterAll(() => store.close())

/** Every test has its own addresses. */
const addressOf = (name: string) => `${name}.${testNumber}@example.in`

async function repeat(times: number, attempt: () => Promise<unknown>) {
  for (let tries = 0; tries < times; tries += 1) await attempt()
}

describe('a stranger who guesses passwords', () => {
  it('locks other strangers out, and not the browser in which the owner has signed in', async () => {
    const browser = await store.newShopper(owner)
    const stranger = store.openBrowser()
    await repeat(30, () => stranger.signIn(owner, 'Wr0ng!pass'))

    expect((await store.openBrowser().signIn(owner)).status).not.toBe(200)
    expect((await browser.signIn(owner)).status).toBe(200)
  })

  it('gains no guesses when the owner signs in', async () => {
    const browser = await store.newShopper(owner)
    const stranger = store.openBrowser()
    await repeat(6, () => stranger.signIn(owner, 'Wr0ng!pass'))
    const before = store.local.hashes.counts.evaluations
    await browser.signIn(owner)
    await repeat(6, () => stranger.signIn(owner, 'Wr0ng!pass'))
    // Only the owner's password was checked.
    expect(store.local.hashes.counts.evaluations - before).toBe(1)
  })

  it('gains nothing with a device cookie that is made up or belongs to another account', async () => {
    await store.newShopper(owner)
    const stranger = await store.newShopper(addressOf('stranger'))
    const ofOtherAccount = stranger.cookies.get('nashta-device') ?? ''
    const before = store.local.hashes.counts.evaluations
    for (let tries = 0; tries < 30; tries += 1) {
      const madeUp = `${String(tries).padStart(22, 'd')}.${'p'.repeat(22)}`
      stranger.cookies.set('nashta-device', tries % 2 === 0 ? madeUp : ofOtherAccount)
      await stranger.signIn(owner, 'Wr0ng!pass')
    }
    // Five passwords were checked, as without a cookie.
    expect(store.local.hashes.counts.evaluations - before).toBe(5)
  })

  it('is limited to five passwords on a known device too', async () => {
    const thief = await store.newShopper(owner)
    const before = store.local.hashes.counts.evaluations
    await repeat(30, () => thief.signIn(owner, 'Wr0ng!pass'))
    expect(store.local.hashes.counts.evaluations - before).toBe(5)
  })
})

describe('a stranger who guesses reset codes', () => {
  it('does not use up the code that a known device asked for', async () => {
    const browser = await store.newShopper(owner)
    await browser.forgot(owner)
    const code = codeIn((await store.mailsTo(owner, { count: 2 }))[0])
    const stranger = store.openBrowser()
    await repeat(20, () => stranger.reset(owner, '000000', NEW))

    expect((await stranger.reset(owner, code, NEW)).status).not.toBe(200)
    expect((await browser.reset(owner, code, NEW)).status).toBe(200)
    expect((await browser.signIn(owner, NEW)).status).toBe(200)
  })

  it('does not use up the link, which works in every browser, once', async () => {
    await store.newShopper(owner)
    const stranger = store.openBrowser()
    await repeat(10, () => stranger.forgot(owner))
    await repeat(20, () => stranger.reset(owner, '000000', NEW))
    // The sign-up code and four reset mails. The link of an older mail works, because a newer mail does not end it.
    const token = linkTokenIn((await store.mailsTo(owner, { count: 5 }))[2])

    const otherBrowser = store.openBrowser()
    expect((await otherBrowser.reset(owner, token, NEW)).status).toBe(200)
    // The link has also made that browser known, so that the lock-out of strangers does not hold there.
    await repeat(20, () => stranger.signIn(owner, 'Wr0ng!pass'))
    expect((await otherBrowser.signIn(owner, NEW)).status).toBe(200)
    expect((await otherBrowser.reset(owner, token, PASSWORD)).status).toBe(400)
    for (const mail of await store.mailsTo(owner, { count: 5 })) {
      expect((await stranger.reset(owner, linkTokenIn(mail) || codeIn(mail), PASSWORD)).status).not.toBe(200)
    }
  })

  it('finds no link by guessing, and cannot use a link for another account', async () => {
    await store.newShopper(owner)
    const stranger = await store.newShopper(addressOf('stranger'))
    await stranger.forgot(addressOf('stranger'))
    const ofOtherAccount = linkTokenIn((await store.mailsTo(addressOf('stranger'), { count: 2 }))[0])
    const before = store.local.hashes.counts.evaluations
    // A made-up token of the right form, and the real token of another account.
    for (const token of ['A'.repeat(22), ofOtherAccount]) {
      expect((await stranger.reset(owner, token, NEW)).body['__type']).toBe('ExpiredCodeException')
    }
    // No password was hashed, so guessing costs the store little.
    expect(store.local.hashes.counts.evaluations).toBe(before)
  })

  it('has less than an hour to use a link from a mailbox that was left open', async () => {
    const browser = await store.newShopper(owner)
    await browser.forgot(owner)
    const [mail] = await store.mailsTo(owner, { count: 2 })
    store.local.advance(HOUR)
    expect((await browser.reset(owner, linkTokenIn(mail), NEW)).status).toBe(400)
    expect((await browser.reset(owner, codeIn(mail), NEW)).status).toBe(400)
  })
})

describe('a stranger who signs up with the address of another person', () => {
  const STRANGERS_PASSWORD = 'Strang3r!pass'

  it("does not keep the owner out by signing up first, and the stranger's password never works", async () => {
    const stranger = store.openBrowser()
    await stranger.signUp(owner, STRANGERS_PASSWORD)
    const browser = store.openBrowser()
    expect((await browser.signUp(owner)).status).toBe(200)
    const [mail] = await store.mailsTo(owner, { count: 2 })
    expect((await browser.confirm(owner, codeIn(mail))).status).toBe(200)

    expect((await stranger.signIn(owner, STRANGERS_PASSWORD)).status).toBe(400)
    expect((await browser.signIn(owner)).status).toBe(200)
  })

  it('gets no account by signing up after the owner, although the owner enters the newest code', async () => {
    const browser = store.openBrowser()
    await browser.signUp(owner)
    await store.mailsTo(owner)
    const stranger = store.openBrowser()
    await stranger.signUp(owner, STRANGERS_PASSWORD)
    const [mail] = await store.mailsTo(owner, { count: 2 })
    expect((await browser.confirm(owner, codeIn(mail))).status).toBe(200)

    expect((await stranger.signIn(owner, STRANGERS_PASSWORD)).status).toBe(400)
    await browser.forgot(owner)
    const [reset] = await store.mailsTo(owner, { count: 3 })
    expect((await browser.reset(owner, linkTokenIn(reset), NEW)).status).toBe(200)
    expect((await browser.signIn(owner, NEW)).status).toBe(200)
    expect((await stranger.signIn(owner, STRANGERS_PASSWORD)).status).toBe(400)
  })

  it('cannot confirm the account after a day', async () => {
    const stranger = store.openBrowser()
    await stranger.signUp(owner, STRANGERS_PASSWORD)
    const [mail] = await store.mailsTo(owner)
    store.local.advance(24 * HOUR)
    expect((await stranger.confirm(owner, codeIn(mail))).status).toBe(400)
  })

  it('does not use up the tries of the browser in which the owner signed up', async () => {
    const browser = store.openBrowser()
    await browser.signUp(owner)
    const code = codeIn((await store.mailsTo(owner))[0])
    const wrong = code === '000000' ? '000001' : '000000'
    const stranger = store.openBrowser()
    // This gives the stranger a device cookie.
    await stranger.signUp(addressOf('stranger'))
    await repeat(20, () => stranger.confirm(owner, wrong))

    expect((await stranger.confirm(owner, code)).status).not.toBe(200)
    expect((await browser.confirm(owner, wrong)).status).toBe(400)
    expect((await browser.confirm(owner, code)).status).toBe(200)
    // An hour later the stranger may try again, and finds the code used up.
    store.local.advance(HOUR)
    expect((await stranger.confirm(owner, code)).body['__type']).toBe('NotAuthorizedException')
    expect((await browser.signIn(owner)).status).toBe(200)
  })

  it('gets five guesses an hour in each of the four browsers that may sign up, and fifteen in all others', async () => {
    let checked = 0
    for (let rounds = 0; rounds < 6; rounds += 1) {
      const stranger = store.openBrowser()
      await stranger.signUp(owner, STRANGERS_PASSWORD)
      for (let guesses = 0; guesses < 8; guesses += 1) {
        const { body } = await stranger.confirm(owner, '000000')
        if (body['__type'] === 'CodeMismatchException') checked += 1
      }
    }
    // Only four sign-ups an hour are accepted, so the last two browsers share the tries of all unknown devices.
    expect(checked).toBe(4 * 5 + 15)
  })

  it('gets fifteen guesses an hour in browsers that did not sign up, however often another one signs up', async () => {
    const stranger = store.openBrowser()
    const results: unknown[] = []
    for (let rounds = 0; rounds < 4; rounds += 1) {
      await stranger.signUp(owner, STRANGERS_PASSWORD)
      for (let guesses = 0; guesses < 8; guesses += 1) {
        results.push((await store.openBrowser().confirm(owner, '000000')).body['__type'])
      }
    }
    expect(results.filter((kind) => kind === 'CodeMismatchException')).toHaveLength(15)
  })
})

it('a stranger causes at most five mails an hour with all calls, and the owner can still request one', async () => {
  const browser = await store.newShopper(owner)
  const stranger = await store.newShopper(addressOf('stranger'))
  const { accessToken: AccessToken } = await stranger.signIn(addressOf('stranger'))
  const other = addressOf('ravi')

  for (let rounds = 0; rounds < 5; rounds += 1) {
    await stranger.forgot(owner)
    await stranger.signUp(other)
    await stranger.call('ResendConfirmationCode', { Username: other })
    await stranger.forgot(other.toUpperCase())
    const UserAttributes = [{ Name: 'email', Value: other }]
    await stranger.call('UpdateUserAttributes', { AccessToken, UserAttributes })
    await stranger.call('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' })
  }
  expect((await browser.forgot(owner)).status).toBe(200)
  // The mail that the owner's own browser asked for is the sixth.
  expect(await store.deliveredMailsTo(owner)).toHaveLength(6)
  // The sign-up code, the resent one and the code for the changed address. A reset of an unconfirmed account counts
  // towards the limit too, but sends no mail.
  expect(await store.deliveredMailsTo(other)).toHaveLength(3)
})

describe('resetting the password on a new device', () => {
  it.each<[string, () => [string, object]]>([
    [
      'UpdateUserAttributes with an invalid token',
      () => [
        'UpdateUserAttributes',
        { AccessToken: 'x.y.z', UserAttributes: [{ Name: 'email', Value: owner }] },
      ],
    ],
    ['ResendConfirmationCode', () => ['ResendConfirmationCode', { Username: owner }]],
    ['SignUp', () => ['SignUp', { Username: owner, Password: PASSWORD, UserAttributes: [] }]],
  ])('a stranger who calls %s does not prevent it', async (_name, call) => {
    await store.newShopper(owner)
    store.local.advance(HOUR)
    const stranger = store.openBrowser()
    await repeat(6, () => stranger.call(...call()))

    const browser = store.openBrowser()
    expect((await browser.forgot(owner)).status).toBe(200)
    const [mail] = await store.mailsTo(owner, { count: 2 })
    expect((await browser.reset(owner, linkTokenIn(mail), NEW)).status).toBe(200)
  })

  it('a stranger who opens tickets does not prevent it', async () => {
    await store.newShopper(owner)
    store.local.advance(HOUR)
    await repeat(6, () => store.sendTicketMail(owner))

    expect((await store.openBrowser().forgot(owner)).status).toBe(200)
    // The sign-up code, four mails about tickets, and the reset mail.
    expect(await store.deliveredMailsTo(owner)).toHaveLength(6)
  })

  it('a stranger who signs up before the owner confirms does not prevent it', async () => {
    const stranger = store.openBrowser()
    await repeat(6, () => stranger.signUp(owner, 'Strang3r!pass'))
    const browser = store.openBrowser()
    expect((await browser.confirm(owner, codeIn((await store.mailsTo(owner, { count: 4 }))[0]))).status).toBe(
      200,
    )

    expect((await store.openBrowser().forgot(owner)).status).toBe(200)
    // Four sign-up codes, and the reset mail.
    expect(await store.deliveredMailsTo(owner)).toHaveLength(5)
  })
})

describe('a stranger who knows the password and guesses codes of the second factor', () => {
  type Browser = ReturnType<StoreGateway['openBrowser']>

  async function challenge(browser: Browser, password = PASSWORD) {
    return String((await browser.call('InitiateAuth', passwordRequest(owner, password))).body['Session'])
  }
  function respond(browser: Browser, Session: string, code: string) {
    const ChallengeResponses = { USERNAME: owner, SOFTWARE_TOKEN_MFA_CODE: code }
    const call = { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session, ChallengeResponses }
    return browser.call('RespondToAuthChallenge', call)
  }

  /** The owner turns the second factor on, and signs in with it in the same browser. */
  async function newProtectedShopper() {
    const browser = await store.newShopper(owner)
    const { accessToken: AccessToken } = await browser.signIn(owner)
    const { body } = await browser.call('AssociateSoftwareToken', { AccessToken })
    const secret = fromBase32(String(body['SecretCode']))
    const codeNow = () => codeOfStep(secret, stepAt(store.local.clock.now))
    await browser.call('VerifySoftwareToken', { AccessToken, UserCode: codeNow() })
    const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
    await browser.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings })
    // A code works once, so the clock moves on to the next code.
    store.local.advance(CODE_STEP_MS)
    expect((await respond(browser, await challenge(browser), codeNow())).status).toBe(200)
    store.local.advance(CODE_STEP_MS)
    return { browser, codeNow }
  }

  /** Tries eight wrong codes, and returns how many of them the pool has checked. */
  async function guess(browser: Browser, password?: string) {
    const Session = await challenge(browser, password)
    const kinds: unknown[] = []
    // Six digits could be right by chance. A code of another form is checked as a recovery code.
    for (let tries = 0; tries < 8; tries += 1)
      kinds.push((await respond(browser, Session, 'wrong-code')).body['__type'])
    return kinds.filter((kind) => kind === 'CodeMismatchException').length
  }

  it('does not lock the browser in which the owner has passed the second factor', async () => {
    const { browser, codeNow } = await newProtectedShopper()
    expect(await guess(store.openBrowser())).toBe(5)
    expect(await guess(store.openBrowser())).toBe(0)
    expect((await respond(browser, await challenge(browser), codeNow())).status).toBe(200)
  })

  it('gains no guesses by resetting the password with a link from the mailbox', async () => {
    await newProtectedShopper()
    let guesses = await guess(store.openBrowser())
    for (const password of ['Th1ef!one', 'Th1ef!two']) {
      const thief = store.openBrowser()
      const before = (await store.mailsTo(owner)).length
      await thief.forgot(owner)
      const [mail] = await store.mailsTo(owner, { count: before + 1 })
      expect((await thief.reset(owner, linkTokenIn(mail), password)).status).toBe(200)
      guesses += await guess(thief, password)
    }
    expect(guesses).toBe(5)
  })
})

/** Changes the address in a new browser, and returns the access token of that browser. */
async function changeAddress(email: string, newEmail: string) {
  const browser = store.openBrowser()
  const { accessToken: AccessToken } = await browser.signIn(email)
  const UserAttributes = [{ Name: 'email', Value: newEmail }]
  await browser.call('UpdateUserAttributes', { AccessToken, UserAttributes })
  const Code = codeIn((await store.mailsTo(newEmail))[0])
  const verified = await browser.call('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code })
  expect(verified.status).toBe(200)
  return AccessToken
}
const undo = (Token: string) => store.openBrowser().call('UndoEmailChange', { Token })

describe('a thief with a session or a mail of the owner', () => {
  it('loses the account to the first owner even after two changes of the address, and cannot undo that', async () => {
    await store.newShopper(owner)
    await changeAddress(owner, addressOf('thief'))
    const AccessToken = await changeAddress(addressOf('thief'), addressOf('hideout'))
    const ownersLink = linkTokenIn((await store.mailsTo(owner, { count: 2 }))[0])
    const thiefsLink = linkTokenIn((await store.mailsTo(addressOf('thief'), { count: 2 }))[0])

    // The owner's link works after the thief has used another one.
    expect((await undo(thiefsLink)).status).toBe(200)
    expect((await undo(ownersLink)).status).toBe(200)
    expect((await undo(ownersLink)).status).toBe(400)
    expect((await undo(thiefsLink)).status).toBe(400)

    const thief = store.openBrowser()
    expect((await thief.call('GetUser', { AccessToken })).status).toBe(400)
    for (const email of [owner, addressOf('thief'), addressOf('hideout')]) {
      expect((await thief.signIn(email)).status).toBe(400)
    }
    const browser = store.openBrowser()
    await browser.forgot(owner)
    const [mail] = await store.mailsTo(owner, { count: 3 })
    expect((await browser.reset(owner, linkTokenIn(mail), NEW)).status).toBe(200)
    expect((await browser.signIn(owner, NEW)).status).toBe(200)
  })

  it.each([
    [72 * HOUR - 1, 200],
    [72 * HOUR, 400],
  ])('leaves the owner three days: after %i ms the undo link responds with %i', async (ms, status) => {
    await store.newShopper(owner)
    await changeAddress(owner, addressOf('thief'))
    const token = linkTokenIn((await store.mailsTo(owner, { count: 2 }))[0])
    store.local.advance(ms)
    expect((await undo(token)).status).toBe(status)
  })

  it('cannot reset the password with a mail to the old address after the owner has changed the address', async () => {
    const thief = store.openBrowser()
    await store.newShopper(owner)
    await thief.forgot(owner)
    const [mail] = await store.mailsTo(owner, { count: 2 })
    await changeAddress(owner, addressOf('new'))
    for (const secret of [codeIn(mail), linkTokenIn(mail)]) {
      expect((await thief.reset(addressOf('new'), secret, NEW)).status).toBe(400)
    }
  })
})
