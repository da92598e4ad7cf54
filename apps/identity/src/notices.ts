import type { OperatorRole } from '@nashta/contracts/api/operator-roles'
import { mailEntry } from '@nashta/mail/mail-topic'
import type { PoolDeps } from './pool-deps.ts'
import type { User } from './users/user.ts'

export type NoticeDeps = Pick<PoolDeps, 'newId' | 'publicUrl'>

/** The outbox entry of a mail about a change of the account. */
export function noticeEntry(
  { newId, publicUrl }: NoticeDeps,
  kind: 'password-changed' | 'second-factor-on' | 'second-factor-off' | 'second-factor-replaced',
  to: string,
) {
  // The id is new, so that every change sends its own mail.
  return mailEntry({
    deduplicationId: newId(),
    to,
    message: { kind, data: { publicUrl } },
  })
}

/** The outbox entry of the mail to the old address. Its link undoes the change of the address. */
export function emailChangedEntry({ newId, publicUrl }: NoticeDeps, to: string, undoToken: string) {
  return mailEntry({
    deduplicationId: newId(),
    to,
    message: { kind: 'email-changed', data: { publicUrl, token: undoToken } },
  })
}

type UndoneChange = {
  /** The address that the account has again. */
  restored: string
  /** The address that the account had between the change and its undoing. */
  refused: string
  lostRoles: boolean
  /** The addresses of all administrators except the user. */
  admins: readonly string[]
}

/** The outbox entries of the mails to both addresses and, if the user lost roles, to all administrators. */
export function emailChangeUndoneEntries(
  { newId, publicUrl }: NoticeDeps,
  { restored, refused, lostRoles, admins }: UndoneChange,
) {
  return [
    ...[restored, refused].map((to) =>
      mailEntry({
        deduplicationId: newId(),
        to,
        message: { kind: 'email-change-undone', data: { publicUrl, lostRoles } },
      }),
    ),
    ...admins.map((to) =>
      mailEntry({
        deduplicationId: newId(),
        to,
        message: { kind: 'operator-lost-roles', data: { publicUrl, email: restored, refused } },
      }),
    ),
  ]
}

/** The outbox entry of an invitation to the desk. */
export function invitationEntry(
  { newId, publicUrl }: NoticeDeps,
  { to, ...data }: { to: string; token: string; role: OperatorRole; invitedBy: string },
) {
  return mailEntry({
    deduplicationId: newId(),
    to,
    message: { kind: 'operator-invitation', data: { publicUrl, ...data } },
  })
}

/** The outbox entry of the mail to the administrator whose invitation was accepted. */
export function operatorJoinedEntry(
  { newId, publicUrl }: NoticeDeps,
  to: string,
  data: { email: string; role: OperatorRole },
) {
  return mailEntry({
    deduplicationId: newId(),
    to,
    message: { kind: 'operator-joined', data: { publicUrl, ...data } },
  })
}

type MemberDeps = NoticeDeps & Pick<PoolDeps, 'groups'>

/**
 * The outbox entries of the mails about a new member of a group. All administrators are told about a
 * new administrator, who gets the mail too. Other groups cause no mails.
 */
export async function newMemberEntries(
  { newId, publicUrl, groups }: MemberDeps,
  { email }: Pick<User, 'email'>,
  group: string,
) {
  if (group !== 'admin') return []
  const recipients = new Set([...(await groups.memberEmails(group)), email])
  return Array.from(recipients, (to) =>
    mailEntry({ deduplicationId: newId(), to, message: { kind: 'new-admin', data: { publicUrl, email } } }),
  )
}
