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

/** `Row` is not checked at run time, but STRICT tables hold only values of their declared column types. */
export function prepare<Row = never>(connection: DatabaseSync, sql: string): Statement<Row> {
  return connection.prepare(sql) as unknown as Statement<Row>
}
