import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

type NamedParameters = Record<string, SQLInputValue>
type Parameters = SQLInputValue[] | [named: NamedParameters, ...positional: SQLInputValue[]]

/** A prepared statement whose rows have the columns of `Row`. */
export type Statement<Row> = {
  get(...parameters: Parameters): Row | undefined
  all(...parameters: Parameters): Row[]
  iterate(...parameters: Parameters): Iterable<Row>
  run(...parameters: Parameters): { changes: number; lastInsertRowid: number }
}

/**
 * `Row` is not checked at run time, but STRICT tables hold only values of their declared column types. SQLite returns
 * each row as an array, which becomes an object here: objects made by `node:sqlite` take twice as long to make and read.
 */
export function prepare<Row = never>(connection: DatabaseSync, sql: string): Statement<Row> {
  const prepared = connection.prepare(sql)
  prepared.setReturnArrays(true)
  const names = prepared.columns().map(({ name }) => name)
  const statement = prepared as unknown as Statement<unknown[]>

  function toRow(values: readonly unknown[]) {
    const row: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index += 1) row[names[index] ?? ''] = values[index]
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
