import type { AttributeValue, WireItem } from './item-size.ts'
import type { Place } from './ledger.ts'

type IndexShape = { name: string; hash: string; range: string; projected: readonly string[] }
export type TableShape = {
  name: string
  hash: string
  range: string | undefined
  indexes: readonly IndexShape[]
}

type KeySchema = readonly { AttributeName: string; KeyType: string }[]
type IndexDescription = {
  IndexName: string
  KeySchema: KeySchema
  Projection?: { NonKeyAttributes?: readonly string[] }
}
/** A table as DynamoDB's DescribeTable describes it. */
export type TableDescription = {
  TableName: string
  KeySchema: KeySchema
  GlobalSecondaryIndexes?: readonly IndexDescription[]
}

export function shapeOf({ TableName, KeySchema, GlobalSecondaryIndexes = [] }: TableDescription): TableShape {
  return {
    name: TableName,
    hash: attributeOf(KeySchema, 'HASH') ?? '',
    range: attributeOf(KeySchema, 'RANGE'),
    indexes: GlobalSecondaryIndexes.map((index) => ({
      name: index.IndexName,
      hash: attributeOf(index.KeySchema, 'HASH') ?? '',
      range: attributeOf(index.KeySchema, 'RANGE') ?? '',
      projected: index.Projection?.NonKeyAttributes ?? [],
    })),
  }
}

function attributeOf(schema: KeySchema, type: string) {
  return schema.find(({ KeyType }) => KeyType === type)?.AttributeName
}

/** The attributes of the table's primary key. */
export function keyNamesOf({ hash, range }: TableShape) {
  return range === undefined ? [hash] : [hash, range]
}

/** The partition key and the kind of item for which the capacity units of an item are counted. */
export function placeOf({ name, hash, range }: TableShape, item: WireItem): Place {
  return placeIn(name, textOf(item[hash]), range === undefined ? '' : textOf(item[range]))
}

/** `table` is the name of a table, or of an index as in `nashta-purchases/byDue`. */
export function placeIn(table: string, hash: string, range = ''): Place {
  return { key: `${table} ${hash}`, kind: [table, wordOf(hash), wordOf(range)].filter(Boolean).join(' ') }
}

/**
 * The word that a key begins with: `order` for `order#4711`, `shopper` for `shopper-7`. Empty for a
 * time and a ULID.
 */
function wordOf(key: string) {
  return /^[a-z]+(?:-[a-z]+)*/.exec(key)?.[0] ?? ''
}

/** Identifies an item among those of all tables. */
export function itemIdOf(shape: TableShape, item: WireItem) {
  const range = shape.range === undefined ? '' : textOf(item[shape.range])
  return `${placeOf(shape, item).key} ${range}`
}

/** An item's row in an index. */
export type IndexRow = {
  place: Place
  sortKey: string
  /** All attributes of the row as one text: when it changes, the row is written again. */
  values: string
  bytes: number
}

/** The item's row in each index of the table; null for an index that lacks the item. */
export function indexRowsOf(shape: TableShape, item: WireItem | null): (IndexRow | null)[] {
  return shape.indexes.map(({ name, hash, range, projected }) => {
    if (!item?.[hash] || !item[range]) return null
    const names = [...keyNamesOf(shape), hash, range, ...projected]
    const values = JSON.stringify(names.map((attribute) => item[attribute]))
    const place = placeIn(`${shape.name}/${name}`, textOf(item[hash]))
    return { place, sortKey: textOf(item[range]), values, bytes: values.length }
  })
}

/** The text of a key: all our keys are strings. */
function textOf(value: AttributeValue | undefined) {
  const text = value?.['S']
  return typeof text === 'string' ? text : ''
}
