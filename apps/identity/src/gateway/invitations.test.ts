import type { OperatorRole } from '@nashta/contracts/api/operator-roles'
import { INVITATION_FOR_OTHER, INVITATION_INVALID } from '@nashta/contracts/identity/invitations'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appCode } from '../conformance/second-factor.fixture.ts'
import { passwordRequest } from './gateway.fixture.ts'
import { linkTokenOfInvitation, openStoreGateway, PASSWORD } from './store-gateway.fixture.ts'

const DAY_MS = 24 * 60 * 60_000
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const OWNER = 'asha@example.in'
const INVITED = 'ravi@example.in'
const refusal = (message: string) => ({ status: 400, body: { __type: 'NotAuthorizedException', message } })
const DEAD = refusal(INVITATION_INVALID)

type Gateway = Awaited<ReturnType<typeof openStoreGateway>>
type Browser = ReturnType<Gateway['openBrowser']>

let gateway: Gateway
/** The sub of the administrator. */
let owner: string
beforeEach(async () => {
  gateway = await openStoreGateway()
  await gateway.signUpInNewBrowser(OWNER)
  owner = await operators().grant(OWNER, 'admin')
})
afterEach(() => gateway.close())

const operators = () => gateway.local.pool.operators
const now = () => gateway.local.clock.now
const invite = (role: OperatorRole = 'packer', email = INVITED) => operators().invite(email, role, owner)

const isInvitation = ({ subject }: { subject: string }) => subject.startsWith('Join the team')

/** The token in the newest of so many invitations to the address. */
async function mailedToken(count = 1, email = INVITED) {
  await expect
    .poll(async () => (await gateway.deliveredMailsTo(email)).filter(isInvitation))
    .toHaveLength(count)
  return linkTokenOfInvitation((await gateway.local.mailbox.list(email)).find(isInvitation))
}

const check = (browser: Browser, InvitationToken: string) =>
  browser.call('CheckInvitation', { InvitationToken })

const accept = (browser: Browser, InvitationToken: string, values: object = {}) =>
  browser.call('AcceptInvitation', {
    Username: INVITED,
    Password: PASSWORD,
    UserAttributes: [
      { Name: 'email', Value: INVITED },
      { Name: 'given_name', Value: 'Ravi' },
      { Name: 'family_name', Value: 'Rao' },
    ],
    InvitationToken,
    SecretCode: SECRET,
    UserCode: appCode(SECRET, now()),
    ClientMetadata: { rememberMe: 'true' },
    ...values,
  })

/** A second factor that is set up now. */
const factor = () => ({ SecretCode: SECRET, UserCode: appCode(SECRET, now()) })

const rolesOf = async (email: string) =>
  (await operators().list()).find((each) => each.email === email)?.roles ?? []

describe('an invited person without an account', () => {
  it('is signed in with the role and the second factor, and the administrator hears of it', async () => {
    await invite('shipper')
    const token = await mailedToken()
    const browser = gateway.openBrowser()
    expect(await check(browser, token)).toEqual({
      status: 200,
      body: { Email: INVITED, Role: 'shipper', HasAccount: false },
    })
    const { status, body } = await accept(browser, token)

    expect(status).toBe(200)
    const { AccessToken, RefreshToken } = Object(body['AuthenticationResult'])
    expect(decodeJwt(AccessToken)['cognito:groups']).toEqual(['shipper'])
    expect(RefreshToken).toBeUndefined()
    expect(body['RecoveryCodes']).toHaveLength(10)
    const { body: user } = await browser.call('GetUser', { AccessToken })
    expect(user['UserMFASettingList']).toEqual(['SOFTWARE_TOKEN_MFA'])
    expect(user['UserAttributes']).toContainEqual({ Name: 'email_verified', Value: 'true' })
    expect(await operators().invitations()).toEqual([])
    await expect
      .poll(async () => (await gateway.deliveredMailsTo(OWNER)).map(({ subject }) => subject))
      .toContain(`${INVITED} has joined the team of the shop`)
  })

  it('can correct a wrong code and a short password, and nothing is made before', async () => {
    await invite()
    const token = await mailedToken()
    const browser = gateway.openBrowser()
    const attempts: [values: object, kind: string][] = [
      [{ UserCode: '000000' }, 'EnableSoftwareTokenMFAException'],
      [{ Password: 'short' }, 'InvalidPasswordException'],
    ]
    for (const [values, kind] of attempts)
      expect((await accept(browser, token, values)).body['__type']).toBe(kind)
    expect(await rolesOf(INVITED)).toEqual([])
    expect((await accept(browser, token)).status).toBe(200)
  })

  it('gets the account although a stranger signed up with the address and never confirmed it', async () => {
    const stranger = gateway.openBrowser()
    await stranger.signUp(INVITED, 'Str4nger!pass')
    await invite()
    expect((await accept(gateway.openBrowser(), await mailedToken())).status).toBe(200)
    expect((await stranger.signIn(INVITED, 'Str4nger!pass')).status).toBe(400)
  })

  it('becomes an administrator, and all administrators get the mail about a new one', async () => {
    await invite('admin')
    await accept(gateway.openBrowser(), await mailedToken())
    expect(await rolesOf(INVITED)).toEqual(['admin'])
    await expect
      .poll(async () => (await gateway.deliveredMailsTo(OWNER)).map(({ subject }) => subject))
      .toContain('The shop has a new administrator')
  })
})

describe('the link', () => {
  it('makes one account when several browsers send it at the same moment, and is dead afterwards', async () => {
    await invite()
    const token = await mailedToken()
    const replies = await Promise.all(Array.from({ length: 6 }, () => accept(gateway.openBrowser(), token)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await check(gateway.openBrowser(), token)).toEqual(DEAD)
    expect(await accept(gateway.openBrowser(), token)).toEqual(DEAD)
  })

  it('is dead after seven days', async () => {
    await invite()
    const token = await mailedToken()
    gateway.local.advance(7 * DAY_MS - 1)
    expect((await check(gateway.openBrowser(), token)).status).toBe(200)
    gateway.local.advance(1)
    expect(await check(gateway.openBrowser(), token)).toEqual(DEAD)
    expect(await accept(gateway.openBrowser(), token)).toEqual(DEAD)
    expect(await operators().invitations()).toEqual([])
  })

  it('is dead when the invitation is sent again or withdrawn', async () => {
    await invite('packer')
    const first = await mailedToken()
    await invite('manager', 'Ravi@example.in')
    const second = await mailedToken(2)
    expect(await check(gateway.openBrowser(), first)).toEqual(DEAD)
    expect((await check(gateway.openBrowser(), second)).body['Role']).toBe('manager')
    expect(await operators().invitations()).toHaveLength(1)
    await operators().withdrawInvitation('RAVI@example.in')
    expect(await accept(gateway.openBrowser(), second)).toEqual(DEAD)
  })

  it('is dead once the administrator who sent it is none any more', async () => {
    await invite('admin')
    const token = await mailedToken()
    await gateway.signUpInNewBrowser('meera@example.in')
    await operators().grant('meera@example.in', 'admin')
    await operators().revoke(OWNER, 'admin')
    expect(await operators().invitations()).toEqual([])
    expect(await accept(gateway.openBrowser(), token)).toEqual(DEAD)
  })

  it('makes no account of another address', async () => {
    await invite()
    const token = await mailedToken()
    const eve = { Username: 'eve@example.in', UserAttributes: [] }
    expect(await accept(gateway.openBrowser(), token, eve)).toEqual(DEAD)
    expect(await rolesOf('eve@example.in')).toEqual([])
    expect((await check(gateway.openBrowser(), token)).status).toBe(200)
  })

  it.each([
    ['none', ''],
    ['a guess', 'A'.repeat(22)],
  ])('does not open for a stranger with %s', async (_what, guess) => {
    await invite()
    const stranger = gateway.openBrowser()
    expect((await check(stranger, guess)).status).toBe(400)
    expect((await accept(stranger, guess)).status).toBe(400)
    expect(await rolesOf(INVITED)).toEqual([])
  })

  it('is in no log and no file, and is guessed by a network at most 60 times an hour', async () => {
    const limited = await openStoreGateway({ rateLimitScale: 1 })
    const stranger = limited.openBrowser()
    let refused = 0
    for (let attempt = 0; attempt < 61; attempt += 1)
      if ((await check(stranger, 'A'.repeat(22))).status === 429) refused += 1
    await limited.close()
    expect(refused).toBe(1)

    await invite()
    const token = await mailedToken()
    expect(gateway.local.logLines.join('')).not.toContain(token)
    const rows = gateway.local.pool.database.connection.prepare('SELECT * FROM invitations').all()
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

async function shopperWithInvitation(role: OperatorRole = 'packer') {
  const browser = await gateway.signUpInNewBrowser(INVITED)
  await invite(role)
  return { browser, token: await mailedToken() }
}

const join = (browser: Browser, AccessToken: string, InvitationToken: string, values: object = {}) =>
  browser.call('JoinByInvitation', { AccessToken, InvitationToken, ...values })

describe('an invited person who shops here already', () => {
  it('is told to sign in, and the link alone takes nothing over', async () => {
    const { token } = await shopperWithInvitation()
    const thief = gateway.openBrowser()
    expect((await check(thief, token)).body['HasAccount']).toBe(true)
    expect((await accept(thief, token)).body['__type']).toBe('UsernameExistsException')
    expect((await thief.signIn(INVITED, PASSWORD)).status).toBe(200)
    expect(await rolesOf(INVITED)).toEqual([])
  })

  it('sets up the second factor, gets the role, and is signed out elsewhere', async () => {
    const { browser, token } = await shopperWithInvitation()
    const old = gateway.openBrowser()
    const { accessToken: oldToken } = await old.signIn(INVITED)
    const { accessToken } = await browser.signIn(INVITED)
    expect((await join(browser, accessToken, token)).body['__type']).toBe('SoftwareTokenMFANotFoundException')
    expect(
      (await join(browser, accessToken, token, { ...factor(), UserCode: '000000' })).body['__type'],
    ).toBe('EnableSoftwareTokenMFAException')
    const { status, body } = await join(browser, accessToken, token, factor())
    expect(status).toBe(200)
    expect(body['RecoveryCodes']).toHaveLength(10)
    expect(await rolesOf(INVITED)).toEqual(['packer'])
    expect((await old.call('GetUser', { AccessToken: oldToken })).status).toBe(400)
    expect((await join(browser, accessToken, token, factor())).status).toBe(400)
    const challenge = await gateway.openBrowser().call('InitiateAuth', passwordRequest(INVITED, PASSWORD))
    expect(challenge.body['ChallengeName']).toBe('SOFTWARE_TOKEN_MFA')
  })

  it('keeps the second factor that the account has', async () => {
    const { browser, token } = await shopperWithInvitation()
    const { accessToken } = await browser.signIn(INVITED)
    const { body: made } = await browser.call('AssociateSoftwareToken', { AccessToken: accessToken })
    const secret = String(made['SecretCode'])
    await browser.call('VerifySoftwareToken', {
      AccessToken: accessToken,
      UserCode: appCode(secret, now()),
    })
    await browser.call('SetUserMFAPreference', {
      AccessToken: accessToken,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    })
    const reply = await join(browser, accessToken, token, factor())
    expect(reply).toMatchObject({ status: 200, body: { RecoveryCodes: [] } })
    gateway.local.advance(30_000)
    const phone = gateway.openBrowser()
    const { body: challenge } = await phone.call('InitiateAuth', passwordRequest(INVITED, PASSWORD))
    const answer = (code: string) =>
      phone.call('RespondToAuthChallenge', {
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        Session: challenge['Session'],
        ChallengeResponses: { USERNAME: INVITED, SOFTWARE_TOKEN_MFA_CODE: code },
      })
    expect((await answer(appCode(SECRET, now()))).status).toBe(400)
    expect((await answer(appCode(secret, now()))).status).toBe(200)
  })

  it('must have signed in within the last minutes', async () => {
    const { browser, token } = await shopperWithInvitation()
    const { accessToken } = await browser.signIn(INVITED)
    gateway.local.advance(6 * 60_000)
    expect((await join(browser, accessToken, token, factor())).status).toBe(400)
    expect(await rolesOf(INVITED)).toEqual([])
  })

  it('is the only one: another shopper with the link gets no role', async () => {
    const { token } = await shopperWithInvitation('admin')
    const eve = await gateway.signUpInNewBrowser('eve@example.in')
    const { accessToken } = await eve.signIn('eve@example.in')
    expect(await join(eve, accessToken, token, factor())).toEqual(refusal(INVITATION_FOR_OTHER))
    expect(await operators().list()).toEqual([{ email: OWNER, roles: ['admin'] }])
  })
})

describe('invitations', () => {
  it('are three an hour to one address, and thirty to all', async () => {
    for (let time = 0; time < 3; time += 1) await invite()
    await expect(invite('packer', 'RAVI@example.in')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    for (let index = 3; index < 30; index += 1) await invite('packer', `staff${index}@example.in`)
    await expect(invite('packer', 'one.more@example.in')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    gateway.local.advance(60 * 60_000)
    await invite('packer', 'one.more@example.in')
  })

  it('of which fifty wait are refused until one is withdrawn', async () => {
    for (let index = 0; index < 50; index += 1) {
      await invite('packer', `staff${index}@example.in`)
      gateway.local.advance(5 * 60_000)
    }
    await expect(invite('packer', 'one.more@example.in')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await invite('manager', 'staff7@example.in')
    await operators().withdrawInvitation('staff7@example.in')
    await invite('packer', 'one.more@example.in')
  })

  it('are refused for a role that the address has', async () => {
    await expect(invite('admin', 'ASHA@example.in')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})
