import type { Database } from '@nashta/sqlite/database'
import type { GroupStore } from '../../users/group-store.ts'

export function createSqliteGroupStore({ connection, write }: Database): GroupStore {
  const insert = connection.prepare('INSERT INTO groups (name) VALUES (?) ON CONFLICT DO NOTHING')
  const selectGroup = connection.prepare('SELECT 1 FROM groups WHERE name = ?')
  const insertMember = connection.prepare(
    'INSERT INTO memberships (sub, groupName) VALUES (@sub, @group) ON CONFLICT DO NOTHING',
  )
  const deleteMember = connection.prepare('DELETE FROM memberships WHERE sub = @sub AND groupName = @group')
  const selectGroupsOf = connection.prepare(
    'SELECT groupName FROM memberships WHERE sub = ? ORDER BY groupName',
  )
  const selectMembers = connection.prepare(`
    SELECT email FROM users JOIN memberships USING (sub) WHERE groupName = ? ORDER BY foldedEmail
  `)

  function inGroup(group: string, change: () => void) {
    return write(() => {
      if (!selectGroup.get(group)) return false
      change()
      return true
    })
  }

  return {
    create: (name) => write(() => insert.run(name).changes > 0),
    add: (sub, group) => inGroup(group, () => insertMember.run({ sub, group })),
    remove: (sub, group) => inGroup(group, () => deleteMember.run({ sub, group })),
    async groupsOf(sub) {
      return selectGroupsOf.all(sub).map((row) => String(row['groupName']))
    },
    async members(group) {
      return selectMembers.all(group).map((row) => String(row['email']))
    },
  }
}
