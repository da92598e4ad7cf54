import { foldEmail } from '@nashta/contracts/account/checks'
import type { OperatorRole } from '@nashta/contracts/api/operator-roles'
import type { PayloadCipher } from '@nashta/outbox/payload-cipher'
import type { SqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import type { Database } from '@nashta/sqlite/database'
import type { Invitation, InvitationStore } from '../../invitations/invitation-store.ts'
import { createOperatorAccountRows } from './operator-account-rows.ts'
import { createUserRows } from './user-rows.ts'

type InvitationRow = Record<'foldedEmail' | 'email' | 'invitedBy' | 'sentAt' | 'expiresAt', string> & {
  role: OperatorRole
}

/** The role of those who may invite. */
const INVITERS: OperatorRole = 'admin'

/** `cipher` encrypts the secret of the second factor. `outbox` must write to the same database. */
export function createSqliteInvitationStore(
  database: Database,
  outbox: Pick<SqliteOutbox, 'add'>,
  cipher: PayloadCipher,
): InvitationStore {
  const { prepare, write } = database
  const accountRows = createOperatorAccountRows(database, outbox, cipher)
  const userRows = createUserRows(database)
  const columns = 'foldedEmail, email, role, invitedBy, sentAt, expiresAt'
  // An invitation works only while its sender is an administrator.
  const works = `expiresAt > @at AND
    EXISTS (SELECT 1 FROM memberships WHERE sub = invitedBy AND groupName = '${INVITERS}')`
  const selectAll = prepare<InvitationRow>(
    `SELECT ${columns} FROM invitations WHERE ${works} ORDER BY foldedEmail`,
  )
  const select = prepare<InvitationRow>(`SELECT ${columns} FROM invitations WHERE hash = @hash AND ${works}`)
  const countOthers = prepare<{ count: number }>(
    'SELECT count(*) AS count FROM invitations WHERE foldedEmail <> ?',
  )
  const put = prepare(`
    INSERT OR REPLACE INTO invitations (${columns}, hash)
    VALUES (@foldedEmail, @email, @role, @invitedBy, @sentAt, @expiresAt, @hash)
  `)
  const remove = prepare('DELETE FROM invitations WHERE foldedEmail = ?')
  const prune = prepare('DELETE FROM invitations WHERE expiresAt <= ?')
  const selectIsOn = prepare<{ isOn: number }>('SELECT isOn FROM secondFactors WHERE sub = ?')

  const findRow = ({ hash, at }: { hash: string; at: Date }) => select.get({ hash, at: at.toISOString() })

  return {
    list: async (at) => selectAll.all({ at: at.toISOString() }).map(toInvitation),
    async put(invitation, { hash, mails, max }) {
      return write(() => {
        const { sentAt, expiresAt } = invitation
        const foldedEmail = foldEmail(invitation.email)
        prune.run(sentAt.toISOString())
        if (Number(countOthers.get(foldedEmail)?.count) >= max) return false
        put.run({
          ...invitation,
          foldedEmail,
          hash,
          sentAt: sentAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
        })
        for (const mail of mails) outbox.add(mail)
        return true
      })
    },
    withdraw: async (email) => write(() => remove.run(foldEmail(email)).changes > 0),
    async find(link) {
      const row = findRow(link)
      return row ? toInvitation(row) : null
    },
    async accept(link, account) {
      return write(() => {
        const row = findRow(link)
        if (!row || row.foldedEmail !== foldEmail(account.user.email)) return 'invalid'
        if (accountRows.insert(account, row.role) === 'email taken') return 'email taken'
        remove.run(row.foldedEmail)
        return 'joined'
      })
    },
    async join(link, { sub, sessionId, secondFactor, mails }) {
      return write(() => {
        const row = findRow(link)
        const user = userRows.findBySub(sub)
        if (!row || !user || !user.confirmed || !user.emailVerified || !user.enabled) return 'invalid'
        if (row.foldedEmail !== foldEmail(user.email)) return 'invalid'
        const isOn = selectIsOn.get(sub)?.isOn === 1
        if (!isOn && secondFactor === null) return 'second factor needed'
        // A second factor that is on already stays: a thief of the session must not replace it.
        const added = isOn ? null : secondFactor
        if (added) accountRows.setSecondFactor(sub, added)
        accountRows.userChanges.apply(user, {
          endSessions: { except: sessionId },
          ...(added && { secondFactor: 'on' }),
          mails,
        })
        accountRows.addRole(sub, row.role)
        remove.run(row.foldedEmail)
        return 'joined'
      })
    },
  }
}

function toInvitation({ foldedEmail: _folded, sentAt, expiresAt, ...row }: InvitationRow): Invitation {
  return { ...row, sentAt: new Date(sentAt), expiresAt: new Date(expiresAt) }
}
