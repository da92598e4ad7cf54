import { announcement } from '@nashta/mail/outbox-entry'
import { expect, it } from 'vitest'
import type { NewCode } from '../codes/code.ts'
import type { UserStore } from './user-store.ts'
import { aUser, hashOf } from './user.fixture.ts'

export type UsersUnderTest = {
  users: UserStore
  /** What the waiting mails are about, in order. */
  mailsAbout: () => string[]
  /** From now on no mail can be added. */
  breakOutbox: () => void
}

const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 0, count))
const aCode = (code: string, expiresAt = minute(60)): NewCode => ({
  purpose: 'sign-up',
  hash: hashOf(code),
  expiresAt,
})
const aMail = (about: string) =>
  announcement({
    about,
    to: 'asha@example.com',
    letter: { kind: 'confirmation-code', data: { code: '111111' } },
  })
const welcome = { code: aCode('111111'), mails: [aMail('welcome')] }
const tryCode = (code: string, at = minute(1)) => ({
  sub: aUser().sub,
  purpose: 'sign-up' as const,
  hash: hashOf(code),
  at,
})

/** The behaviour every UserStore adapter must show. */
export function userStoreSuite(create: () => UsersUnderTest) {
  async function withAsha() {
    const under = create()
    expect(await under.users.create(aUser(), welcome)).toBe(true)
    return under
  }

  it('finds who was created, by sub and by e-mail in any case, and nobody else', async () => {
    const { users } = await withAsha()
    for (const name of [aUser().sub, 'asha@example.com', 'ASHA@Example.COM']) {
      expect(await users.find(name)).toEqual(aUser())
    }
    for (const name of ['ravi@example.com', '', 'nobody', '00000000-0000-4000-8000-000000000009']) {
      expect(await users.find(name)).toBeNull()
    }
  })

  it('gives an address to one user only: the first stays, and the second gets no mail', async () => {
    const { users, mailsAbout } = await withAsha()
    const second = aUser({ sub: '00000000-0000-4000-8000-000000000002', email: 'ASHA@example.com' })

    expect(await users.create(second, { ...welcome, mails: [aMail('second')] })).toBe(false)
    expect(await users.find('asha@example.com')).toEqual(aUser())
    expect(mailsAbout()).toEqual(['welcome'])
  })

  it('keeps a user and their mail together, or neither', async () => {
    const { users, breakOutbox } = create()
    breakOutbox()
    await expect(users.create(aUser(), welcome)).rejects.toThrow('broken')
    expect(await users.find('asha@example.com')).toBeNull()
  })

  it('changes what is named and nothing else', async () => {
    const { users, mailsAbout } = await withAsha()
    const attributes = { gender: null, given_name: 'Usha', locale: 'hi' }
    expect(await users.change(aUser().sub, { attributes, mails: [aMail('changed')] })).toBe('changed')

    expect(await users.find('asha@example.com')).toEqual(
      aUser({ attributes: { given_name: 'Usha', locale: 'hi' } }),
    )
    expect(mailsAbout()).toEqual(['welcome', 'changed'])
  })

  it('a new address waits, then takes the place of the old and is verified', async () => {
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

  it('refuses an address that someone else has, and changes nothing then', async () => {
    const { users, mailsAbout } = await withAsha()
    const ravi = aUser({ sub: '00000000-0000-4000-8000-000000000002', email: 'ravi@example.com' })
    await users.create(ravi, { ...welcome, mails: [aMail('ravi')] })

    const change = { email: 'ASHA@example.com', enabled: false, mails: [aMail('lost')] }
    expect(await users.change(ravi.sub, change)).toBe('email taken')
    expect(await users.find(ravi.sub)).toEqual(ravi)
    expect(mailsAbout()).not.toContain('lost')
  })

  it('says when there is nobody to change', async () => {
    const { users, mailsAbout } = create()
    expect(await users.change('nobody', { enabled: false, mails: [aMail('lost')] })).toBe('no such user')
    expect(mailsAbout()).toEqual([])
  })

  it('the right code makes the change, once', async () => {
    const { users } = await withAsha()
    expect(await users.useCode(tryCode('111111'), { confirmed: true })).toBe('used')
    expect(await users.find(aUser().sub)).toEqual(aUser({ confirmed: true, emailVerified: true }))
    expect(await users.useCode(tryCode('111111'), { enabled: false })).toBe('late')
    expect(await users.useCode(tryCode('222222'), { enabled: false })).toBe('none')
    expect((await users.find(aUser().sub))?.enabled).toBe(true)
  })

  it('a wrong code changes nothing, and the fifteenth kills the right one', async () => {
    const { users } = await withAsha()
    for (let tries = 0; tries < 15; tries += 1) {
      expect(await users.useCode(tryCode('222222'), { confirmed: true })).toBe('wrong')
    }
    expect(await users.useCode(tryCode('111111'), { confirmed: true })).toBe('late')
    expect(await users.find(aUser().sub)).toEqual(aUser())
  })

  it('a code ends at its time, and by the next of its purpose', async () => {
    const { users } = await withAsha()
    expect(await users.useCode(tryCode('111111', minute(60)), { confirmed: true })).toBe('late')

    await users.change(aUser().sub, { code: aCode('333333', minute(90)) })
    expect(await users.useCode(tryCode('111111'), { confirmed: true })).toBe('wrong')
    expect(await users.useCode(tryCode('333333', minute(89)), { confirmed: true })).toBe('used')
  })

  it('a code is good for its own purpose only', async () => {
    const { users } = await withAsha()
    const reset = { ...tryCode('111111'), purpose: 'password-reset' as const }
    expect(await users.useCode(reset, { passwordHash: 'x' })).toBe('none')
  })

  it('a code whose change cannot be made is not used up', async () => {
    const { users, breakOutbox } = await withAsha()
    await users.create(aUser({ sub: '00000000-0000-4000-8000-000000000002', email: 'ravi@example.com' }), {
      ...welcome,
      mails: [],
    })
    expect(await users.useCode(tryCode('111111'), { email: 'ravi@example.com' })).toBe('email taken')
    breakOutbox()
    await expect(users.useCode(tryCode('111111'), { mails: [aMail('x')] })).rejects.toThrow('broken')
    expect(await users.useCode(tryCode('111111'), { confirmed: true })).toBe('used')
  })

  it('of twenty who show the code at once, one gets what it is for', async () => {
    const { users } = await withAsha()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => users.useCode(tryCode('111111'), { confirmed: true })),
    )
    expect(outcomes.filter((outcome) => outcome === 'used')).toHaveLength(1)
  })

  it('forgets who is deleted, with their code; the address is free again', async () => {
    const { users } = await withAsha()
    await users.delete(aUser().sub)

    expect(await users.find('asha@example.com')).toBeNull()
    expect(await users.useCode(tryCode('111111'), { confirmed: true })).toBe('none')
    const next = aUser({ sub: '00000000-0000-4000-8000-000000000002' })
    expect(await users.create(next, { ...welcome, mails: [] })).toBe(true)
  })
}
