import { expect, it } from 'vitest'
import type { GroupStore, UserStore } from '../users/user-store.ts'
import { aUser } from '../users/user.fixture.ts'
import type { Session, SessionStore } from './session-store.ts'

/** The user store already contains `aUser()`. */
export type SessionsUnderTest = {
  clock: { now: Date }
  sessions: SessionStore
  users: UserStore
  groups: GroupStore
}

const HOUR = 60 * 60 * 1000
const START = Date.UTC(2026, 0, 1)
const { sub, passwordHash } = aUser()

const aSession = (id: string, changes: Partial<Session> = {}): Session => ({
  id,
  sub,
  clientId: 'client',
  refreshHash: `refresh of ${id}`,
  device: null,
  signedInAt: new Date(START),
  lastUsedAt: new Date(START),
  expiresAt: new Date(START + 30 * 24 * HOUR),
  ...changes,
})

const isLive = (sessions: SessionStore, id: string) => sessions.isLive({ id, sub })

/** The behaviour every SessionStore adapter must show. */
export function sessionStoreSuite(create: () => Promise<SessionsUnderTest>) {
  async function withSessions(...ids: string[]) {
    const stores = await create()
    stores.clock.now = new Date(START)
    for (const id of ids) {
      const signIn = { session: aSession(id), checkedHash: passwordHash, rehash: null, lockOutSubject: sub }
      expect(await stores.sessions.start(signIn)).toBe(true)
    }
    return stores
  }

  it('a session is found by its refresh token', async () => {
    const { sessions } = await withSessions('a', 'b')
    expect(await sessions.findByRefreshHash('refresh of a')).toEqual({ ...aSession('a'), revoked: false })
    expect(await sessions.findByRefreshHash('refresh of c')).toBeNull()
    expect(isLive(sessions, 'a')).toBe(true)
    expect(isLive(sessions, 'c')).toBe(false)
  })

  it('a session of one user is not live for a token that names another', async () => {
    const { sessions } = await withSessions('a')
    expect(sessions.isLive({ id: 'a', sub: '00000000-0000-4000-8000-000000000002' })).toBe(false)
    expect(isLive(sessions, 'a')).toBe(true)
  })

  it('a revoked session is not live but still found; the others stay live', async () => {
    const { sessions } = await withSessions('a', 'b')
    await sessions.revoke({ id: 'a', sub })

    expect(isLive(sessions, 'a')).toBe(false)
    expect(await sessions.findByRefreshHash('refresh of a')).toMatchObject({ revoked: true })
    expect(isLive(sessions, 'b')).toBe(true)
  })

  it('a change of the user ends all sessions, or all but one', async () => {
    const { sessions, users } = await withSessions('a', 'b', 'c')
    await users.change(sub, { endSessions: { except: 'b' } })
    expect(['a', 'b', 'c'].map((id) => isLive(sessions, id))).toEqual([false, true, false])
    await users.change(sub, { endSessions: 'all' })
    expect(isLive(sessions, 'b')).toBe(false)
  })

  it('no session starts if the password was changed, or the user disabled or deleted', async () => {
    const { sessions, users } = await withSessions()
    const signIn = {
      session: aSession('a'),
      checkedHash: passwordHash,
      rehash: 'rehash',
      lockOutSubject: sub,
    }
    await users.change(sub, { passwordHash: 'second hash' })
    expect(await sessions.start(signIn)).toBe(false)
    expect((await users.find(sub))?.passwordHash).toBe('second hash')

    await users.change(sub, { passwordHash, enabled: false })
    expect(await sessions.start(signIn)).toBe(false)
    await users.delete(sub)
    expect(await sessions.start(signIn)).toBe(false)
    expect(isLive(sessions, 'a')).toBe(false)
  })

  it('a new hash is stored together with the session', async () => {
    const { sessions, users } = await withSessions()
    await sessions.start({
      session: aSession('a'),
      checkedHash: passwordHash,
      rehash: 'better hash',
      lockOutSubject: sub,
    })
    expect((await users.find(sub))?.passwordHash).toBe('better hash')
  })

  it('a session is pruned an hour after its refresh token has expired', async () => {
    const { sessions } = await withSessions()
    // An hour later the last access token of the session has expired too.
    const expiresAt = new Date(START + HOUR)
    // `start` prunes sessions, with the time of the sign-in as the current time.
    const startAtHour = (hour: number, id: string) =>
      sessions.start({
        session: aSession(id, { expiresAt, signedInAt: new Date(START + hour * HOUR) }),
        checkedHash: passwordHash,
        rehash: null,
        lockOutSubject: sub,
      })
    await startAtHour(0, 'a')
    await startAtHour(2, 'b')
    expect(isLive(sessions, 'a')).toBe(true)
    await startAtHour(2.01, 'c')
    expect(isLive(sessions, 'a')).toBe(false)
    expect(await sessions.findByRefreshHash('refresh of a')).toBeNull()
  })

  it('a session cannot be revoked by another user', async () => {
    const { sessions } = await withSessions('a')
    await sessions.revoke({ id: 'a', sub: 'another user' })
    expect(isLive(sessions, 'a')).toBe(true)
  })

  it('the sessions of a user are listed without ended ones, the last used first', async () => {
    const { sessions, clock } = await withSessions('a', 'b', 'c')
    await sessions.start({
      session: aSession('short', { expiresAt: new Date(START + 1), device: 'Firefox on Linux' }),
      checkedHash: passwordHash,
      rehash: null,
      lockOutSubject: sub,
    })
    const idsNow = async () => (await sessions.listOf(sub)).map(({ id }) => id)
    // All were used at the same time, so they are sorted by id.
    expect(await idsNow()).toEqual(['a', 'b', 'c', 'short'])
    clock.now = new Date(START + HOUR)
    await sessions.recordUse('b')
    await sessions.revoke({ id: 'a', sub })
    expect(await idsNow()).toEqual(['b', 'c'])
    expect(await sessions.listOf('another user')).toEqual([])
  })

  it('an operator’s session ends after 30 minutes without a use, a shopper’s does not', async () => {
    const { sessions, groups, clock } = await withSessions('a')
    clock.now = new Date(START + 10 * HOUR)
    expect(isLive(sessions, 'a')).toBe(true)

    // `testers` is a group, but no role of operators.
    await groups.create('testers')
    await groups.addMember(sub, 'testers')
    expect(isLive(sessions, 'a')).toBe(true)

    await groups.create('admin')
    await groups.addMember(sub, 'admin')
    expect(isLive(sessions, 'a')).toBe(false)
    await sessions.recordUse('a')
    // Each check of the session counts as a use.
    for (let minutes = 0; minutes <= 120; minutes += 30) {
      clock.now = new Date(START + 10 * HOUR + minutes * 60_000)
      expect(isLive(sessions, 'a'), `after ${minutes} minutes`).toBe(true)
    }
    clock.now = new Date(clock.now.getTime() + HOUR / 2 + 1)
    expect(isLive(sessions, 'a')).toBe(false)
  })

  it('a deleted user has no session', async () => {
    const { sessions, users } = await withSessions('a')
    await users.delete(sub)
    expect(isLive(sessions, 'a')).toBe(false)
    expect(await sessions.findByRefreshHash('refresh of a')).toBeNull()
  })
}
