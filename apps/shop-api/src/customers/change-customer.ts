import type { DocumentWrite } from '@nashta/documents/documents'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { type Authorship, authorshipOf, type Changes } from '../operator-log/logged-change.ts'
import { logWrites } from '../operator-log/operator-log.ts'
import { subjectOf } from '../orders/persons/person-figures.ts'
import { toCustomerRow } from './list-customers.ts'
import { type CustomerDeps, requirePersonGroup } from './read-customer.ts'

/** Makes a change of a customer. `run` writes it together with its entry in the log. */
async function changeCustomer(
  deps: CustomerDeps,
  { caller, customerId, changes }: { caller: Caller; customerId: string; changes: Changes },
  run: (authorship: Authorship, log: DocumentWrite[]) => Promise<void>,
) {
  const { id } = await requirePersonGroup(deps, customerId)
  const authorship = await authorshipOf(deps, caller)
  await deps.persons.nameSubject(id)
  const entry = { kind: 'customer', subject: subjectOf(id), action: 'update', changes } as const
  await run(authorship, logWrites({ ...authorship, ...entry }))
}

type SavedFields = { tags?: readonly string[] | undefined; takesNoCash?: boolean | undefined }

export async function saveCustomer(
  deps: CustomerDeps,
  caller: Caller,
  customerId: string,
  { tags, takesNoCash }: SavedFields,
) {
  const before = toCustomerRow(await requirePersonGroup(deps, customerId))
  if (tags) {
    const unique = [...new Set(tags)]
    const changes = { tags: { from: before.tags.length, to: unique.length } }
    await changeCustomer(deps, { caller, customerId, changes }, (_by, log) =>
      deps.persons.saveTags(customerId, unique, log),
    )
  }
  // The row may be barred only because another customer with its phone number is.
  if (takesNoCash !== undefined && (takesNoCash || before.takesNoCash)) {
    const changes = { noCash: { from: before.takesNoCash, to: takesNoCash } }
    await changeCustomer(deps, { caller, customerId, changes }, (_by, log) =>
      deps.persons.setTakesNoCash(customerId, takesNoCash, log),
    )
  }
}

export function addCustomerNote(
  deps: CustomerDeps,
  caller: Caller,
  customerId: string,
  note: { key: string; text: string; about: string | undefined },
) {
  const changes = { note: { from: null, to: 'added' } }
  return changeCustomer(deps, { caller, customerId, changes }, (authorship, log) =>
    deps.persons.addNote(customerId, note, authorship, log),
  )
}

export function removeCustomerNote(deps: CustomerDeps, caller: Caller, customerId: string, noteId: string) {
  const changes = { note: { from: null, to: 'removed' } }
  return changeCustomer(deps, { caller, customerId, changes }, (_by, log) =>
    deps.persons.removeNote(customerId, noteId, log),
  )
}

export async function joinCustomers(deps: CustomerDeps, caller: Caller, customerId: string, otherId: string) {
  const { id } = await requirePersonGroup(deps, otherId)
  await deps.persons.nameSubject(id)
  const changes = { joined: { from: null, to: subjectOf(id) } }
  await changeCustomer(deps, { caller, customerId, changes }, (authorship, log) =>
    deps.persons.join(customerId, id, authorship, log),
  )
}

export async function separateCustomer(
  deps: CustomerDeps,
  caller: Caller,
  customerId: string,
  memberId: string,
) {
  await deps.persons.nameSubject(memberId)
  const changes = { joined: { from: subjectOf(memberId), to: null } }
  await changeCustomer(deps, { caller, customerId, changes }, (_by, log) =>
    deps.persons.separate(customerId, memberId, log),
  )
}
