import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { CSV_CELL_MAX, CSV_COLUMNS_MAX } from '../files/read-csv.ts'

export const IMPORT_ROWS_MAX = 100

const problemSchema = z.object({
  /** Empty for a problem of the whole row. */
  column: z.string(),
  message: z.string(),
})

export const importProducts = {
  method: 'POST',
  path: '/admin/products/import',
  access: 'admin',
  summary: `Check or save at most ${IMPORT_ROWS_MAX} rows of a file of products. Each row is saved or refused on its own. Safe to repeat`,
  body: z.strictObject({
    /** With `true`, nothing is saved. */
    isDryRun: z.boolean(),
    header: z.array(z.string().check(z.maxLength(100))).check(z.minLength(1), z.maxLength(CSV_COLUMNS_MAX)),
    rows: z
      .array(
        z.strictObject({
          /** Its number in the file, which the reply repeats. */
          row: z.int().check(z.gte(1)),
          cells: z
            .array(z.string().check(z.maxLength(CSV_CELL_MAX)))
            .check(z.minLength(1), z.maxLength(CSV_COLUMNS_MAX)),
        }),
      )
      .check(z.minLength(1), z.maxLength(IMPORT_ROWS_MAX)),
  }),
  reply: dataReply(
    z.object({
      rows: z.array(
        z.object({
          row: z.int(),
          /** The product that the row is about. */
          products_id: z.optional(z.string()),
          result: z.enum(['added', 'changed', 'same', 'refused']),
          /** When it was saved, as the log has it. Absent for a dry run. */
          at: z.optional(z.string()),
          /** The columns that the row changes. Absent for a new product. */
          columns: z.optional(z.array(z.string())),
          /** Why the row is refused. */
          problems: z.optional(z.array(problemSchema)),
        }),
      ),
    }),
  ),
  status: 200,
  weight: 10,
} as const satisfies Endpoint
