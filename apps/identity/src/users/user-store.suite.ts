import { mailEntry } from '@nashta/mail/mail-topic'
import { expect, it } from 'vitest'
import { type CodeToStore, UNKNOWN_DEVICE } from './code.ts'
import type { UserStore } from './user-store.ts'
import { aUser, hashOf } from './user.fixture.ts'

export type UsersUnderTest = {
  users: UserStore
  /** The `deduplicationId` of each mail in the outbox, oldest first. */
  mailIds: () => string[]
  /** Makes every later write to the outbox fail. */
  breakOutbox: () => void
}

const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 0, count))
const aCode = (code: string, expiresAt = minute(60)): CodeToStore => ({
  purpose: 'sign-up',
  hash: hashOf(code),
  mailedTo: 'asha@example.com',
  devices: [UNKNOWN_DEVICE],
  expiresAt,
})
const aMail = (deduplicationId: string) =>
  mailEntry({
    deduplicationId,
    to: 'asha@example.com',
    message: { kind: 'confirmation-code', data: { code: '111111' } },
  })
/** After this many wrong tries a code no longer works. */
const TRIES_MAX = 15
const OTHER_SUB = '00000000-0000-4000-8000-000000000002'
const signUpCode = { code: aCode('111111'), mails: [aMail('welcome')] }
const tryCode = (code: string, at = minute(1)) => ({
  sub: aUser().sub,
  purpose: 'sign-up' as const,
  hash: hashOf(code),
  device: UNKNOWN_DEVICE,
  at,
})

/** The behaviour every UserStore adapter must show. */
export function userStoreSuite(create: () => UsersUnderTest) {
  async function withAsha() {
    const underTest = create()
    expect(await underTest.users.create(aUser(), signUpCode)).toBe(true)
    return underTest
  }

  it('a former address is stored until another user gets it or its user is deleted', async () => {
    const { users } = await withAsha()
    const { sub } = aUser()
    await users.change(sub, { confirmed: true })
    expect(await users.formerEmailsOf(sub)).toEqual([])
    await users.change(sub, { email: 'second@example.com', formerEmail: 'Asha@example.com' })
    await users.change(sub, { email: 'third@example.com', formerEmail: 'second@example.com' })
    expect(await users.formerEmailsOf(sub)).toEqual(['asha@example.com', 'second@example.com'])

    await users.create(aUser({ sub: OTHER_SUB, email: 'ASHA@example.com' }), signUpCode)
    expect(await users.formerEmailsOf(sub)).toEqual(['second@example.com'])
    await users.delete(sub)
    expect(await users.formerEmailsOf(sub)).toEqual([])
  })

  it('a user is found by sub and by e-mail in any case, and by nothing else', async () => {
    const { users } = await withAsha()
    for (const name of [aUser().sub, 'asha@example.com', 'ASHA@Example.COM']) {
      expect(await users.find(name)).toEqual(aUser())
    }
    for (const name of ['ravi@example.com', '', 'nobody', '00000000-0000-4000-8000-000000000009']) {
      expect(await users.find(name)).toBeNull()
    }
  })

  it('the e-mail of a user is found by sub, verified or not, and the new one after a change', async () => {
    const { users } = await withAsha()
    const { sub } = aUser()
    expect(await users.findEmail(sub)).toBe('asha@example.com')
    expect(await users.findVerifiedEmail(sub)).toBeNull()
    await users.change(sub, { email: 'second@example.com' })
    expect(await users.findEmail(sub)).toBe('second@example.com')
    expect(await users.findVerifiedEmail(sub)).toBe('second@example.com')
    await users.delete(sub)
    expect(await users.findEmail(sub)).toBeNull()
    expect(await users.findVerifiedEmail(sub)).toBeNull()
  })

  it('a confirmed address belongs to one user: the first stays, and the second gets no mail', async () => {
    const { users, mailIds } = await withAsha()
    await users.change(aUser().sub, { confirmed: true })
    const second = aUser({ sub: OTHER_SUB, email: 'ASHA@example.com' })

    expect(await users.create(second, { ...signUpCode, mails: [aMail('second')] })).toBe(false)
    expect(await users.find('asha@example.com')).toEqual(aUser({ confirmed: true, emailVerified: true }))
    expect(await users.findVerifiedEmail(aUser().sub)).toBe('asha@example.com')
    expect(mailIds()).toEqual(['welcome'])
  })

  it('a sign-up replaces the unconfirmed sign-up of a stranger with the same address', async () => {
    const { users } = await withAsha()
    const owner = aUser({ sub: OTHER_SUB, passwordHash: 'hash of the owner', attributes: {} })
    const ownersCode = { ...signUpCode, code: aCode('444444') }

    expect(await users.create(owner, { ...ownersCode, mails: [] })).toBe(true)
    // `contested` is true, because the address had an unconfirmed account before.
    expect(await users.find('asha@example.com')).toEqual({ ...owner, contested: true })
    expect(await users.find(aUser().sub)).toBeNull()
    expect(await users.redeemCode(tryCode('111111'), { confirmed: true })).toBe('no valid code')
  })

  it('accounts that were not confirmed in time are deleted, and confirmed ones stay', async () => {
    const { users } = await withAsha()
    const ravi = aUser({ sub: OTHER_SUB, email: 'ravi@example.com' })
    await users.create(ravi, { ...signUpCode, mails: [] })
    await users.change(OTHER_SUB, { confirmed: true })

    // The clock of the stores stands at `new Date(0)`, so both accounts were created then.
    await users.deleteUnconfirmed(new Date(0))
    expect(await users.find(aUser().sub)).not.toBeNull()
    await users.deleteUnconfirmed(new Date(1))
    expect(await users.find(aUser().sub)).toBeNull()
    expect(await users.find(OTHER_SUB)).not.toBeNull()
  })

  it('a user and their mail are stored together, or neither is', async () => {
    const { users, breakOutbox } = create()
    breakOutbox()
    await expect(users.create(aUser(), signUpCode)).rejects.toThrow('broken')
    expect(await users.find('asha@example.com')).toBeNull()
  })

  it('a change affects only the named fields', async () => {
    const { users, mailIds } = await withAsha()
    const attributes = { gender: null, given_name: 'Usha', locale: 'hi' }
    expect(await users.change(aUser().sub, { attributes, mails: [aMail('changed')] })).toBe('changed')

    expect(await users.find('asha@example.com')).toEqual(
      aUser({ attributes: { given_name: 'Usha', locale: 'hi' } }),
    )
    expect(mailIds()).toEqual(['welcome', 'changed'])
  })

  it('a new address is pending until verified, and then replaces the old one', async () => {
    const { users } = await withAsha()
    const { sub } = aUser()
    await users.change(sub, { pendingEmail: 'new@example.com' })
    expect(await users.find(sub)).toEqual(aUser({ pendingEmail: 'new@example.com' }))

    await users.change(sub, { email: 'new@example.com' })
    expect(await users.find('new@example.com')).toEqual(
      aUser({ email: 'new@example.com', emailVerified: true }),
    )
    expect(await users.find('asha@example.com')).toBeNull()
  })

  it('an address of another user is refused, and nothing changes', async () => {
    const { users, mailIds } = await withAsha()
    await users.change(aUser().sub, { confirmed: true })
    const ravi = aUser({ sub: OTHER_SUB, email: 'ravi@example.com' })
    await users.create(ravi, { ...signUpCode, mails: [aMail('ravi')] })

    const change = { email: 'ASHA@example.com', enabled: false, mails: [aMail('lost')] }
    expect(await users.change(ravi.sub, change)).toBe('email taken')
    expect(await users.find(ravi.sub)).toEqual(ravi)
    expect(mailIds()).not.toContain('lost')
  })

  it('the address of an unconfirmed account is free for a user who verifies it', async () => {
    const { users } = await withAsha()
    const ravi = aUser({ sub: OTHER_SUB, email: 'ravi@example.com' })
    await users.create(ravi, { ...signUpCode, mails: [] })
    expect(await users.change(OTHER_SUB, { email: 'asha@example.com' })).toBe('changed')
    expect(await users.find('asha@example.com')).toMatchObject({ sub: OTHER_SUB })
    expect(await users.find(aUser().sub)).toBeNull()
  })

  it('a change can depend on the user as stored, and be refused', async () => {
    const { users, mailIds } = await withAsha()
    const { sub } = aUser()
    await users.change(sub, { passwordHash: 'second hash' })
    const replace = (checked: string) =>
      users.change(sub, ({ passwordHash }) =>
        passwordHash === checked ? { passwordHash: 'third hash', mails: [aMail('third')] } : null,
      )
    expect(await replace('first hash')).toBe('change refused')
    expect(mailIds()).toEqual(['welcome'])
    expect(await replace('second hash')).toBe('changed')
    expect((await users.find(sub))?.passwordHash).toBe('third hash')
  })

  it('a change of an unknown user is reported', async () => {
    const { users, mailIds } = create()
    expect(await users.change('nobody', { enabled: false, mails: [aMail('lost')] })).toBe('no such user')
    expect(mailIds()).toEqual([])
  })

  it('the right code makes the change, once', async () => {
    const { users } = await withAsha()
    expect(await users.redeemCode(tryCode('111111'), { confirmed: true })).toBe('redeemed')
    expect(await users.find(aUser().sub)).toEqual(aUser({ confirmed: true, emailVerified: true }))
    // The right digits of a used code give 'expired', and all other digits give 'no valid code'.
    expect(await users.redeemCode(tryCode('111111'), { enabled: false })).toBe('expired')
    expect(await users.redeemCode(tryCode('222222'), { enabled: false })).toBe('no valid code')
    expect((await users.find(aUser().sub))?.enabled).toBe(true)
  })

  it('a wrong code changes nothing, and after fifteen the right code no longer works', async () => {
    const { users } = await withAsha()
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      expect(await users.redeemCode(tryCode('222222'), { confirmed: true })).toBe('wrong')
    }
    expect(await users.redeemCode(tryCode('111111'), { confirmed: true })).toBe('expired')
    expect(await users.find(aUser().sub)).toEqual(aUser())
  })

  it('a code ends at its expiry, and when the next one of its purpose is issued', async () => {
    const { users } = await withAsha()
    expect(await users.redeemCode(tryCode('111111', minute(60)), { confirmed: true })).toBe('expired')

    await users.change(aUser().sub, { code: aCode('333333', minute(90)) })
    expect(await users.redeemCode(tryCode('111111'), { confirmed: true })).toBe('wrong')
    expect(await users.redeemCode(tryCode('333333', minute(89)), { confirmed: true })).toBe('redeemed')
  })

  it('a code works for its own purpose only', async () => {
    const { users } = await withAsha()
    const reset = { ...tryCode('111111'), purpose: 'password-reset' as const }
    expect(await users.redeemCode(reset, { passwordHash: 'x' })).toBe('no valid code')
  })

  it('a code verifies only the address that got it', async () => {
    const { users } = await withAsha()
    const { sub } = aUser()
    const emailCode = { ...aCode('555555'), purpose: 'email' as const }
    const tryEmail = { ...tryCode('555555'), purpose: 'email' as const }
    const verify = () =>
      users.redeemCode(tryEmail, ({ email, pendingEmail }) => ({ email: pendingEmail ?? email }))

    await users.change(sub, { pendingEmail: 'victim@example.com', code: emailCode })
    expect(await verify()).toBe('no valid code')
    await users.change(sub, { code: { ...emailCode, mailedTo: 'Victim@example.com' } })
    expect(await verify()).toBe('redeemed')
    expect((await users.find(sub))?.email).toBe('victim@example.com')
  })

  it('other devices can neither use nor use up the code for one device', async () => {
    const { users } = await withAsha()
    await users.change(aUser().sub, { code: { ...aCode('666666'), devices: ['laptop'] } })
    for (let tries = 0; tries <= TRIES_MAX; tries += 1)
      await users.redeemCode(tryCode('666666'), { enabled: false })
    expect(await users.redeemCode({ ...tryCode('666666'), device: 'laptop' }, {})).toBe('redeemed')
    expect((await users.find(aUser().sub))?.enabled).toBe(true)
  })

  it('a code for several devices has its own tries on each, and works once', async () => {
    const { users } = await withAsha()
    await users.change(aUser().sub, { code: { ...aCode('666666'), devices: [UNKNOWN_DEVICE, 'laptop'] } })
    for (let tries = 0; tries <= TRIES_MAX; tries += 1) await users.redeemCode(tryCode('000000'), {})
    expect(await users.redeemCode(tryCode('666666'), {})).toBe('expired')
    const onLaptop = { ...tryCode('666666'), device: 'laptop' }
    expect(await users.redeemCode(onLaptop, {})).toBe('redeemed')
    expect(await users.redeemCode(onLaptop, {})).toBe('expired')

    await users.change(aUser().sub, { code: { ...aCode('777777'), devices: [UNKNOWN_DEVICE, 'laptop'] } })
    expect(await users.redeemCode(tryCode('777777'), {})).toBe('redeemed')
    expect(await users.redeemCode({ ...tryCode('777777'), device: 'laptop' }, {})).toBe('expired')
  })

  it('a link works once until it expires, and ends later links, but not earlier ones', async () => {
    const { users } = await withAsha()
    const { sub, email: mailedTo } = aUser()
    const purpose = 'password-reset' as const
    const link = (token: string) => ({ purpose, hash: hashOf(token), mailedTo, expiresAt: minute(60) })
    const tryLink = (token: string, at = minute(1)) => ({ purpose, hash: hashOf(token), at })
    for (const token of ['first', 'second', 'third']) await users.change(sub, { link: link(token) })

    expect(await users.findLink(tryLink('second'))).toEqual({ sub, mailedTo })
    expect(await users.findLink(tryLink('second', minute(60)))).toBeNull()
    expect(await users.findLink({ ...tryLink('second'), purpose: 'undo-email-change' })).toBeNull()
    // A refused change has the outcome 'expired', but does not use up the link.
    expect(await users.redeemLink(tryLink('second'), () => null)).toBe('expired')
    expect(await users.redeemLink(tryLink('second'), { passwordHash: 'new hash' })).toBe('redeemed')
    expect(await users.redeemLink(tryLink('second'), { passwordHash: 'newer hash' })).toBe('expired')
    expect((await users.find(sub))?.passwordHash).toBe('new hash')

    // The use of a link ends later links only. Otherwise a thief who changes the address twice
    // could end the owner's link: docs/decisions/019-accounts-and-patient-attackers.md.
    expect(await users.findLink(tryLink('third'))).toBeNull()
    expect(await users.findLink(tryLink('first'))).not.toBeNull()
    await users.change(sub, { endPasswordResets: true })
    expect(await users.findLink(tryLink('first'))).toBeNull()
  })

  it('a code whose change cannot be made is not used up', async () => {
    const { users, breakOutbox } = await withAsha()
    const ravi = aUser({ sub: OTHER_SUB, email: 'ravi@example.com' })
    await users.create(ravi, { ...signUpCode, mails: [] })
    await users.change(OTHER_SUB, { confirmed: true })
    expect(await users.redeemCode(tryCode('111111'), { email: 'ravi@example.com' })).toBe('email taken')
    breakOutbox()
    await expect(users.redeemCode(tryCode('111111'), { mails: [aMail('x')] })).rejects.toThrow('broken')
    expect(await users.redeemCode(tryCode('111111'), { confirmed: true })).toBe('redeemed')
  })

  it('of twenty concurrent uses of a code one succeeds', async () => {
    const { users } = await withAsha()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => users.redeemCode(tryCode('111111'), { confirmed: true })),
    )
    expect(outcomes.filter((outcome) => outcome === 'redeemed')).toHaveLength(1)
  })

  it('deleting a user deletes their code and frees the address', async () => {
    const { users } = await withAsha()
    expect(await users.delete(aUser().sub)).toBe('deleted')
    expect(await users.delete(aUser().sub)).toBe('no such user')

    expect(await users.find('asha@example.com')).toBeNull()
    expect(await users.redeemCode(tryCode('111111'), { confirmed: true })).toBe('no valid code')
    const next = aUser({ sub: OTHER_SUB })
    expect(await users.create(next, { ...signUpCode, mails: [] })).toBe(true)
  })
}
