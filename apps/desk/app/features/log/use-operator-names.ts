import type { LoggedChange } from '@nashta/contracts/operators/operator-log'
import { useState } from 'react'

/**
 * The operators of the entries that this screen has shown, as choices of a filter: their ids with
 * their names. The chosen operator is always among them.
 */
export function useOperatorNames(entries: readonly LoggedChange[], chosen: string) {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const unknown = entries.filter(({ by }) => !names.has(by.sub))
  if (unknown.length > 0) {
    const found = unknown.map(({ by }): [string, string] => [by.sub, nameWithEmail(by)])
    // React renders again at once with the state that is set here.
    setNames(new Map([...names, ...found]))
  }
  const isMissing = chosen !== '' && !names.has(chosen)
  return [...names, ...(isMissing ? [[chosen, 'One operator'] as const] : [])].toSorted(([, a], [, b]) =>
    a.localeCompare(b),
  )
}

/** What an operator is called. */
export function operatorName({ name, email, username }: LoggedChange['by']) {
  return name ?? email ?? username
}

/** Tells operators of one name apart. */
function nameWithEmail(by: LoggedChange['by']) {
  const name = operatorName(by)
  return by.email === null || by.email === name ? name : `${name}, ${by.email}`
}
