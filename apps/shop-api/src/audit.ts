/** The author and time of a change, stored in its audit row in the same transaction. */
export type Authorship = { by: { sub: string; username: string }; at: string }

/** The fields that differ, with the value before and after; null where the field was or is absent. */
export type Changes = Record<string, { from: unknown; to: unknown }>

/** The fields that differ. `before` is null for a new record, `after` for a deleted one. */
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
