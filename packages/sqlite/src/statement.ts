import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

type NamedParameters = Record<string, SQLInputValue>
type SqlParameters = SQLInputValue[] | [named: NamedParameters, ...positional: SQLInputValue[]]

/** A prepared statement whose rows have the columns of `Row`. */
export type Statement<Row> = {
  get(...parameters: SqlParameters): Row | undefined
  all(...parameters: SqlParameters): Row[]
  iterate(...parameters: SqlParameters): Iterable<Row>
  run(...parameters: SqlParameters): { changes: number; lastInsertRowid: number }
}

/**
 * `Row` is not checked at run time, but STRICT tables hold only values of their declared types.
 *
 * `node:sqlite` returns arrays, and `toRow` makes objects of them. The objects that `node:sqlite`
 * itself can make take twice as long to make and read.
 */
export function prepare<Row = never>(connection: DatabaseSync, sql: string): Statement<Row> {
  const prepared = connection.prepare(sql)
  prepared.setReturnArrays(true)
  const columnNames = prepared.columns().map(({ name }) => name)
  const statement = prepared as unknown as Statement<unknown[]>

  function toRow(values: readonly unknown[]) {
    const row: Record<string, unknown> = {}
    for (let index = 0; index < columnNames.length; index += 1) {
      row[columnNames[index] ?? ''] = values[index]
    }
    return row as Row
  }

  return {
    get(...parameters) {
      const values = statement.get(...parameters)
      return values && toRow(values)
    },
    all: (...parameters) => statement.all(...parameters).map(toRow),
    *iterate(...parameters) {
      for (const values of statement.iterate(...parameters)) yield toRow(values)
    },
    run: (...parameters) => statement.run(...parameters),
  }
}
