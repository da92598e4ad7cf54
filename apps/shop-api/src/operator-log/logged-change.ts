import type { Caller, EmailOf, FullNameOf } from '@nashta/service-kit/auth/authorise'

/** The operator who made a change, and the time of the change. */
export type Authorship = {
  by: { sub: string; username: string; email: string | null; name?: string }
  at: string
}

/** The operator as the desk shows one. Two operators may have one name: the id tells them apart. */
export type Operator = { id: string; name: string }

export type AuthorshipDeps = { emailOf: EmailOf; fullNameOf: FullNameOf; now: () => Date }

export async function authorshipOf(
  { emailOf, fullNameOf, now }: AuthorshipDeps,
  caller: Caller,
): Promise<Authorship> {
  const { sub, username } = caller
  const [email, name] = await Promise.all([emailOf(caller), fullNameOf(caller)])
  return { by: { sub, username, email, ...(name !== null && { name }) }, at: now().toISOString() }
}

/** How the operator is called at the desk. */
export function nameOf({ by: { name, email, username } }: Authorship) {
  return name ?? email ?? username
}

/** The fields that differ, each with its value before and after. The value is null where the field is absent. */
export type Changes = Record<string, { from: unknown; to: unknown }>

/** `before` is null for a new record, `after` for a deleted one. */
export function differences(before: object | null, after: object | null): Changes {
  const [from, to] = [fieldsOf(before), fieldsOf(after)]
  const changes: Changes = {}
  for (const field of new Set([...from.keys(), ...to.keys()])) {
    const change = { from: from.get(field) ?? null, to: to.get(field) ?? null }
    if (JSON.stringify(change.from) !== JSON.stringify(change.to)) changes[field] = change
  }
  return changes
}

function fieldsOf(record: object | null) {
  return new Map<string, unknown>(Object.entries(record ?? {}))
}
