import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPayloadCipher } from '@nashta/outbox/payload-cipher'
import { createSqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import type { Database } from '@nashta/sqlite/database'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { attemptStoreSuite } from '../../limits/attempt-store.suite.ts'
import { sessionStoreSuite } from '../../tokens/session-store.suite.ts'
import { UNKNOWN_DEVICE } from '../../users/code.ts'
import { groupStoreSuite } from '../../users/group-store.suite.ts'
import { userStoreSuite } from '../../users/user-store.suite.ts'
import { aUser } from '../../users/user.fixture.ts'
import { createSqliteAttemptStore } from './attempt-store.ts'
import { createSqliteGroupStore } from './group-store.ts'
import { openUnlockedIdentityDatabase, openIdentityDatabase } from './open-identity-database.ts'
import { createSqliteSessionStore, SELECT_LIVE_SESSION } from './session-store.ts'
import { createSqliteUserStore } from './user-store.ts'

let folder: string
let database: Database
const now = () => new Date(0)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-identity-'))
  database = openIdentityDatabase(folder, now)
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const createOutbox = () => createSqliteOutbox(database, now, createPayloadCipher(Buffer.alloc(32)))
const createUsers = () => createSqliteUserStore(database, createOutbox(), now)
const signUpCode = {
  purpose: 'sign-up' as const,
  hash: '00',
  mailedTo: 'asha@example.com',
  devices: [UNKNOWN_DEVICE],
  expiresAt: now(),
}

describe('SQLite user store', () => {
  userStoreSuite(() => ({
    users: createUsers(),
    // An outbox key is `kind:id`. All mails of the suite have the kind `confirmation-code`.
    mailIds: () =>
      database.connection
        .prepare('SELECT key FROM outbox ORDER BY id')
        .all()
        .map((row) => String(row['key']).replace('confirmation-code:', '')),
    breakOutbox: () =>
      database.connection.exec(
        `CREATE TRIGGER broken BEFORE INSERT ON outbox BEGIN SELECT raise(ABORT, 'broken'); END`,
      ),
  }))
})

describe('SQLite session store', () => {
  sessionStoreSuite(async () => {
    const users = createUsers()
    await users.create(aUser(), { code: signUpCode, mails: [] })
    const clock = { now: now() }
    return {
      clock,
      sessions: createSqliteSessionStore(database, () => clock.now),
      users,
      groups: createSqliteGroupStore(database, createOutbox()),
    }
  })

  it('the lookup of a live session and of its memberships uses primary keys', () => {
    const plan = database.connection.prepare(`EXPLAIN QUERY PLAN ${SELECT_LIVE_SESSION}`).all('')
    expect(plan.map((step) => step['detail'])).toEqual([
      'SEARCH sessions USING PRIMARY KEY (id=?)',
      'CORRELATED SCALAR SUBQUERY 1',
      'SEARCH memberships USING PRIMARY KEY (sub=?)',
    ])
  })
})

describe('SQLite group store', () => {
  groupStoreSuite(() => {
    const users = createUsers()
    let added = 0
    return {
      groups: createSqliteGroupStore(database, createOutbox()),
      users,
      async addUser(email) {
        added += 1
        const sub = `00000000-0000-4000-8000-00000000001${added}`
        await users.create(aUser({ sub, email }), { code: signUpCode, mails: [] })
        return sub
      },
    }
  })
})

describe('SQLite attempt store', () => {
  let unlocked: Database | undefined
  afterEach(() => unlocked?.close())

  attemptStoreSuite(() => ({
    attempts: createSqliteAttemptStore(database),
    reopen() {
      unlocked = openUnlockedIdentityDatabase(folder, now)
      return createSqliteAttemptStore(unlocked)
    },
  }))
})

describe('the lock of the data folder', () => {
  it('one process has the lock, and another one can open the database without it', async () => {
    expect(() => openIdentityDatabase(folder, now)).toThrow('Another store uses the data folder')
    const unlocked = openUnlockedIdentityDatabase(folder, now)
    await createUsers().create(aUser(), { code: signUpCode, mails: [] })
    expect(unlocked.connection.prepare('SELECT count(*) AS users FROM users').get()).toEqual({ users: 1 })
    await unlocked.close()
  })

  it('a folder without a database cannot be opened without the lock', () => {
    expect(() => openUnlockedIdentityDatabase(join(folder, 'nowhere'), now)).toThrow(
      'There is no user pool in',
    )
  })
})
