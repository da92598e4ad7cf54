import { Refusal } from '@nashta/browser/forms/failure-text'

type Values = Readonly<Record<string, unknown>>

type Changes<Value extends object> = {
  /** The stored values that the operator has seen. */
  base: Value
  mine: Value
  /** The stored values now. */
  theirs: Value
  labelOf: (name: string) => string
}

/**
 * The refusal that names each field that another operator has changed meanwhile. If this operator
 * has changed the field too, the refusal shows both values.
 */
export function refusalOfChanges<Value extends object>(title: string, changes: Changes<Value>): Refusal {
  const { labelOf } = changes
  const [base, mine, theirs] = [changes.base, changes.mine, changes.theirs] as [Values, Values, Values]
  const errors: Record<string, string> = {}
  const notes: string[] = []
  for (const [name, value] of Object.entries(theirs)) {
    if (isSame(value, base[name])) continue
    const isMineToo = !isSame(mine[name], base[name]) && !isSame(mine[name], value)
    const myValue = isMineToo ? `, you wrote ${textOf(mine[name])}` : ''
    notes.push(`${labelOf(name)} is now ${textOf(value)}${myValue}`)
    if (isMineToo) errors[name] = `Now ${textOf(value)}. Save again to keep yours.`
  }
  const list = notes.length > 0 ? ` ${notes.join('; ')}.` : ''
  return new Refusal(`${title}${list} Your changes are still here: save again to store them.`, errors)
}

function isSame(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'empty' : value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return 'different'
}
