import type { AttributeValue, WireItem } from './item-size.ts'

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

/** The name of a partition key in the ledger, for example `nashta-purchases user#4711`. */
export function partitionOf({ name, hash }: TableShape, item: WireItem) {
  return `${name} ${textOf(item[hash])}`
}

/** Identifies an item among those of all tables. */
export function itemIdOf(shape: TableShape, item: WireItem) {
  const range = shape.range === undefined ? '' : textOf(item[shape.range])
  return `${partitionOf(shape, item)} ${range}`
}

/** An item's row in an index; `values` differs when the row must be written again. */
export type IndexRow = { partition: string; position: string; values: string; bytes: number }

export function indexRowsOf(shape: TableShape, item: WireItem | null): (IndexRow | null)[] {
  return shape.indexes.map(({ name, hash, range, projected }) => {
    if (!item?.[hash] || !item[range]) return null
    const names = [shape.hash, shape.range ?? shape.hash, hash, range, ...projected]
    const values = JSON.stringify(names.map((attribute) => item[attribute]))
    const partition = `${shape.name}/${name} ${textOf(item[hash])}`
    return { partition, position: textOf(item[range]), values, bytes: values.length }
  })
}

/** Keys are texts. */
function textOf(value: AttributeValue | undefined) {
  const text = value?.['S']
  return typeof text === 'string' ? text : ''
}
