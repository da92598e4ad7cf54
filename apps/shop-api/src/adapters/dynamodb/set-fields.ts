import type { Item, Key } from '@nashta/dynamodb/read-items'
import type { Write } from '@nashta/dynamodb/transact'

type FieldsOptions = {
  table: string
  key: Key
  /**
   * The new values; an undefined value counts as absent. The attributes of the key are ignored, and
   * so are attributes that `mayChange` does not name.
   */
  fields: Item
  /**
   * The attributes that the update may change; by default the attributes of `fields`. For example,
   * with `['name', 'stock']` and the fields `{ name: 'Chips' }`, the update sets `name` and removes
   * `stock`.
   */
  mayChange?: readonly string[]
  condition: {
    ConditionExpression: string
    ExpressionAttributeNames?: Record<string, string>
    ExpressionAttributeValues?: Item
  }
}

/**
 * Returns an update that changes only the attributes in `mayChange`. A put would also delete
 * attributes that newer code has added.
 */
export function setFields({
  table,
  key,
  fields,
  mayChange = Object.keys(fields),
  condition,
}: FieldsOptions): NonNullable<Write['Update']> {
  const names = mayChange.filter((name) => !(name in key))
  const present = names.filter((name) => fields[name] !== undefined)
  const absent = names.filter((name) => fields[name] === undefined)
  const nameAlias = (name: string) => `#f${names.indexOf(name)}`
  const valueAlias = (name: string) => `:f${names.indexOf(name)}`
  const assignments = present.map((name) => `${nameAlias(name)} = ${valueAlias(name)}`)
  const setPart = `SET ${assignments.join(', ')}`
  const removePart = absent.length === 0 ? '' : ` REMOVE ${absent.map(nameAlias).join(', ')}`
  return {
    TableName: table,
    Key: key,
    UpdateExpression: setPart + removePart,
    ConditionExpression: condition.ConditionExpression,
    ExpressionAttributeNames: {
      ...Object.fromEntries(names.map((name) => [nameAlias(name), name])),
      ...condition.ExpressionAttributeNames,
    },
    ExpressionAttributeValues: {
      ...Object.fromEntries(present.map((name) => [valueAlias(name), fields[name]])),
      ...condition.ExpressionAttributeValues,
    },
  }
}
