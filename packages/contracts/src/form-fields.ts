import * as z from 'zod/mini'

/**
 * What a form shows for a value, and how the value is written in it:
 * - `amount`: rupees, which stay text until the Shop API parses them
 * - `count` and `number`: a number without and with decimals
 * - `digits`: a text of digits, such as a licence number
 * - `choice` and `choices`: one and several of `choices`
 * - `flag`: a checkbox; for a field that may be absent, unticked means absent
 * - `date`: a day, written as 2026-01-31
 * - `lines`: a list of texts, one in each line
 * - `words`: a list of texts, written with spaces in between
 * - `picture`: the key of an uploaded picture
 * - `order`: all of `choices`, in an order of the operator's own; absent for the order of `choices`
 */
export type InputKind =
  | 'text'
  | 'digits'
  | 'amount'
  | 'count'
  | 'number'
  | 'choice'
  | 'choices'
  | 'flag'
  | 'date'
  | 'lines'
  | 'words'
  | 'picture'
  | 'order'

/** One input of a form. */
export type FormInput = {
  kind: InputKind
  label: string
  hint?: string
  /** The number of visible lines of a text; absent for one line. */
  rows?: number
  /** The values to choose from, or such values with the text to show. */
  choices?: readonly (string | number | readonly [value: string, text: string])[]
  /** Values that a text may have. Other texts are valid too. */
  suggestions?: readonly string[]
  /** The value of a `choice` that is chosen at first. If absent, none is. */
  initial?: string
  /** A text that is written in capital letters. */
  isCapital?: true
  /** Set for a part of a group that may be absent although the group is complete. */
  isExtra?: true
}

/** A field of a record: one input, or a group of inputs for a value with parts. */
export type FormField = FormInput | FormGroup

export type FormGroup = {
  kind: 'group'
  parts: Readonly<Record<string, FormInput>>
  /**
   * The label of a checkbox that says that the parts are complete, even if they are empty. Without it, a
   * group of empty inputs is an absent value.
   */
  confirmed?: string
}

/** How requests create and change a field. */
export type FieldRules = {
  /** The schema of a value. */
  schema: z.ZodMiniType
  create: z.ZodMiniType
  /** In an update, a missing field changes nothing, and null removes the value. */
  update: z.ZodMiniType
  /** Whether every stored record has the field. */
  isAlwaysStored: boolean
}

export function required<Schema extends z.ZodMiniType>(schema: Schema) {
  return { schema, create: schema, update: z.optional(schema), isAlwaysStored: true }
}

/** A field that every record has. A request that creates one may leave it out. */
export function withDefault<Schema extends z.ZodMiniType>(schema: Schema, value: z.input<Schema>) {
  return { schema, create: z.prefault(schema, value), update: z.optional(schema), isAlwaysStored: true }
}

/** A field that a record may lack. */
export function removable<Schema extends z.ZodMiniType>(schema: Schema) {
  return { schema, create: z.optional(schema), update: z.optional(z.nullable(schema)), isAlwaysStored: false }
}

/** A field that a record may lack, and that a change sets to another value instead of removing it. */
export function optional<Schema extends z.ZodMiniType>(schema: Schema) {
  return { schema, create: z.optional(schema), update: z.optional(schema), isAlwaysStored: false }
}

type Table = Readonly<Record<string, object>>

/** The names of the rows that have a cell in this column. */
type NamesWith<Rows extends Table, Column extends string> = {
  [Name in keyof Rows]: Rows[Name] extends Record<Column, unknown> ? Name : never
}[keyof Rows]

/** The rows of a table that have a cell in this column. */
export function rowsWith<const Rows extends Table, const Column extends string>(table: Rows, column: Column) {
  const rows = Object.entries(table).filter(([, row]) => column in row)
  // The compiler does not know that `fromEntries` keeps the name of each row.
  return Object.fromEntries(rows) as Pick<Rows, NamesWith<Rows, Column>>
}

/** One column of a table: the cells by the names of their rows. */
export function columnOf<
  const Rows extends Record<keyof Rows, Record<Column, unknown>>,
  const Column extends string,
>(table: Rows, column: Column) {
  const cells = Object.entries<Record<Column, unknown>>(table).map(([name, row]) => [name, row[column]])
  return Object.fromEntries(cells) as { [Name in keyof Rows]: Rows[Name][Column] }
}

export function namesOf<const Rows extends Table>(table: Rows) {
  const isName = (name: string): name is keyof Rows & string => name in table
  return Object.keys(table).filter(isName)
}
