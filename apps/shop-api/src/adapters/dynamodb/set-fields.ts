import type { Item, Key } from '@nashta/dynamodb/read-items'
import type { Write } from '@nashta/dynamodb/transact'

type FieldsOptions = {
  table: string
  key: Key
  /** The item after the update, with or without its key. An undefined field counts as absent. */
  fields: Item
  /** The names of all attributes that this update may change. Those that `fields` does not have are removed. */
  known: readonly string[]
  condition: {
    ConditionExpression: string
    ExpressionAttributeNames?: Record<string, string>
    ExpressionAttributeValues?: Item
  }
}

/**
 * An update that sets the known attributes of an item. A put would also delete attributes that newer code has added; this
 * update leaves them as they are.
 */
export function setFields({
  table,
  key,
  fields,
  known,
  condition,
}: FieldsOptions): NonNullable<Write['Update']> {
  const others = known.filter((name) => !(name in key))
  const set = others.filter((name) => fields[name] !== undefined)
  const removed = others.filter((name) => fields[name] === undefined)
  const alias = (name: string) => `#f${others.indexOf(name)}`
  const setPart = `SET ${set.map((name) => `${alias(name)} = :f${others.indexOf(name)}`).join(', ')}`
  const removePart = removed.length === 0 ? '' : ` REMOVE ${removed.map(alias).join(', ')}`
  return {
    TableName: table,
    Key: key,
    UpdateExpression: setPart + removePart,
    ConditionExpression: condition.ConditionExpression,
    ExpressionAttributeNames: {
      ...Object.fromEntries(others.map((name) => [alias(name), name])),
      ...condition.ExpressionAttributeNames,
    },
    ExpressionAttributeValues: {
      ...Object.fromEntries(set.map((name) => [`:f${others.indexOf(name)}`, fields[name]])),
      ...condition.ExpressionAttributeValues,
    },
  }
}
