import type { SqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import type { Database } from '@nashta/sqlite/database'
import type { GroupStore } from '../../users/user-store.ts'

/** Selects a row if the user is in the group and no other user is. */
export const IS_LAST_MEMBER_SQL = `
  SELECT sub FROM memberships WHERE sub = @sub AND groupName = @group
    AND NOT EXISTS (SELECT 1 FROM memberships WHERE groupName = @group AND sub <> @sub)
`

/** The rows that make a user a member of a group. `create` and `addMember` must run in `database.write`. */
export function createGroupRows({ prepare }: Pick<Database, 'prepare'>) {
  const insert = prepare('INSERT INTO groups (name) VALUES (?) ON CONFLICT DO NOTHING')
  const insertMember = prepare(
    'INSERT INTO memberships (sub, groupName) VALUES (@sub, @group) ON CONFLICT DO NOTHING',
  )
  const selectMember = prepare<{ sub: string }>('SELECT sub FROM memberships WHERE groupName = ? LIMIT 1')
  return {
    /** False when the group exists already. */
    create: (name: string) => insert.run(name).changes > 0,
    /** False when the user is a member already. */
    addMember: (sub: string, group: string) => insertMember.run({ sub, group }).changes > 0,
    hasMembers: (group: string) => selectMember.get(group) !== undefined,
  }
}

/** `outbox` must write to the same database. */
export function createSqliteGroupStore(
  { prepare, write }: Database,
  outbox: Pick<SqliteOutbox, 'add'>,
): GroupStore {
  const groupRows = createGroupRows({ prepare })
  const selectGroup = prepare<{ name: string }>('SELECT name FROM groups WHERE name = ?')
  const deleteMember = prepare('DELETE FROM memberships WHERE sub = @sub AND groupName = @group')
  const selectIsLast = prepare<{ sub: string }>(IS_LAST_MEMBER_SQL)
  const selectGroupsOf = prepare<{ groupName: string }>(
    'SELECT groupName FROM memberships WHERE sub = ? ORDER BY groupName',
  )
  const selectMemberEmails = prepare<{ email: string }>(`
    SELECT email FROM users JOIN memberships USING (sub) WHERE groupName = ? ORDER BY foldedEmail
  `)

  function changeIfGroupExists(group: string, change: () => void) {
    return write(() => {
      if (!selectGroup.get(group)) return false
      change()
      return true
    })
  }

  return {
    create: (name) => write(() => groupRows.create(name)),
    addMember: (sub, group, mails = []) =>
      changeIfGroupExists(group, () => {
        if (!groupRows.addMember(sub, group)) return
        for (const mail of mails) outbox.add(mail)
      }),
    removeMember: (sub, group) => changeIfGroupExists(group, () => deleteMember.run({ sub, group })),
    removeMemberUnlessLast: (sub, group) =>
      write(() => {
        if (selectIsLast.get({ sub, group })) return false
        deleteMember.run({ sub, group })
        return true
      }),
    isLastMember: async (sub, group) => selectIsLast.get({ sub, group }) !== undefined,
    groupsOf: async (sub) => selectGroupsOf.all(sub).map(({ groupName }) => groupName),
    memberEmails: async (group) => selectMemberEmails.all(group).map(({ email }) => email),
  }
}
