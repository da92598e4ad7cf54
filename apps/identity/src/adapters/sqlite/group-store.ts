import type { Database } from '@nashta/sqlite/database'
import type { GroupStore } from '../../users/user-store.ts'

export function createSqliteGroupStore({ prepare, write }: Database): GroupStore {
  const insert = prepare('INSERT INTO groups (name) VALUES (?) ON CONFLICT DO NOTHING')
  const selectGroup = prepare<{ name: string }>('SELECT name FROM groups WHERE name = ?')
  const insertMember = prepare(
    'INSERT INTO memberships (sub, groupName) VALUES (@sub, @group) ON CONFLICT DO NOTHING',
  )
  const deleteMember = prepare('DELETE FROM memberships WHERE sub = @sub AND groupName = @group')
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
    create: (name) => write(() => insert.run(name).changes > 0),
    addMember: (sub, group) => changeIfGroupExists(group, () => insertMember.run({ sub, group })),
    removeMember: (sub, group) => changeIfGroupExists(group, () => deleteMember.run({ sub, group })),
    groupsOf: async (sub) => selectGroupsOf.all(sub).map(({ groupName }) => groupName),
    memberEmails: async (group) => selectMemberEmails.all(group).map(({ email }) => email),
  }
}
