import type { Item, Key } from '@nashta/dynamodb/read-items'
import type { Write } from '@nashta/dynamodb/transact'

type FieldsOptions = {
  table: string
  key: Key
  /** The new values. The attributes of the key are ignored. */
  fields: Item
  /**
   * The attributes that the update sets to their values in `fields`, or removes if `fields` has no
   * value. With `['name', 'stock']` and the fields `{ name: 'Chips' }`, the update sets `name` and
   * removes `stock`. By default the attributes of `fields`.
   */
  attributes?: readonly string[]
  condition: {
    ConditionExpression: string
    ExpressionAttributeNames?: Record<string, string>
    ExpressionAttributeValues?: Item
  }
}

/**
 * Returns an update that sets or removes `attributes`, and changes nothing else in the item. A put
 * would also delete attributes that newer code has added.
 */
export function setFields({
  table,
  key,
  fields,
  attributes = Object.keys(fields),
  condition,
}: FieldsOptions): NonNullable<Write['Update']> {
  const names = attributes.filter((name) => !(name in key))
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
