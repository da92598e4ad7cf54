import { expect, it } from 'vitest'
import type { GroupStore, UserStore } from './user-store.ts'
import { aUser } from './user.fixture.ts'

export type GroupsUnderTest = {
  groups: GroupStore
  users: UserStore
  /** Returns the user's sub. */
  addUser: (email: string) => Promise<string>
}

/** The behaviour every GroupStore adapter must show. */
export function groupStoreSuite(create: () => GroupsUnderTest) {
  it('a group is created once', async () => {
    const { groups } = create()
    expect(await groups.create('admin')).toBe(true)
    expect(await groups.create('admin')).toBe(false)
  })

  it('members are added and removed, and repeats are harmless', async () => {
    const { groups, addUser } = create()
    const [ravi, asha] = [await addUser('ravi@example.com'), await addUser('Asha@example.com')]
    await groups.create('bakers')
    await groups.create('admin')
    for (const group of ['bakers', 'admin', 'admin']) expect(await groups.addMember(asha, group)).toBe(true)
    await groups.addMember(ravi, 'admin')

    expect(await groups.groupsOf(asha)).toEqual(['admin', 'bakers'])
    expect(await groups.memberEmails('admin')).toEqual(['Asha@example.com', 'ravi@example.com'])
    expect(await groups.removeMember(asha, 'admin')).toBe(true)
    expect(await groups.removeMember(asha, 'admin')).toBe(true)
    expect(await groups.groupsOf(asha)).toEqual(['bakers'])
    expect(await groups.memberEmails('admin')).toEqual(['ravi@example.com'])
  })

  it('a group that does not exist takes no members, and an unknown user is in no group', async () => {
    const { groups, addUser } = create()
    const asha = await addUser('asha@example.com')
    expect(await groups.addMember(asha, 'admin')).toBe(false)
    expect(await groups.removeMember(asha, 'admin')).toBe(false)
    expect(await groups.memberEmails('admin')).toEqual([])
    expect(await groups.groupsOf(aUser().sub)).toEqual([])
  })

  it('a deleted user is no longer a member of a group', async () => {
    const { groups, users, addUser } = create()
    const asha = await addUser('asha@example.com')
    await groups.create('admin')
    await groups.addMember(asha, 'admin')
    await users.delete(asha)
    expect(await groups.memberEmails('admin')).toEqual([])
  })
}
