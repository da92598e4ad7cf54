export interface GroupStore {
  /** False when there is one of that name. */
  create(name: string): Promise<boolean>

  /** False when there is no such group. Harmless for a member. */
  add(sub: string, group: string): Promise<boolean>

  /** False when there is no such group. Harmless for who is no member. */
  remove(sub: string, group: string): Promise<boolean>

  groupsOf(sub: string): Promise<string[]>

  /** The e-mails of a group's members, in order; none of a group that does not exist. */
  members(group: string): Promise<string[]>
}
