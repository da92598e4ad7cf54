import type { Item, Key } from '@nashta/dynamodb/read-items'
import type { Write } from '@nashta/dynamodb/transact'

type FieldsOptions = {
  table: string
  key: Key
  /** The item after the update, with or without its key. An undefined field counts as absent. */
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
  const alias = (name: string) => `#f${names.indexOf(name)}`
  const setPart = `SET ${present.map((name) => `${alias(name)} = :f${names.indexOf(name)}`).join(', ')}`
  const removePart = absent.length === 0 ? '' : ` REMOVE ${absent.map(alias).join(', ')}`
  return {
    TableName: table,
    Key: key,
    UpdateExpression: setPart + removePart,
    ConditionExpression: condition.ConditionExpression,
    ExpressionAttributeNames: {
      ...Object.fromEntries(names.map((name) => [alias(name), name])),
      ...condition.ExpressionAttributeNames,
    },
    ExpressionAttributeValues: {
      ...Object.fromEntries(present.map((name) => [`:f${names.indexOf(name)}`, fields[name]])),
      ...condition.ExpressionAttributeValues,
    },
  }
}
