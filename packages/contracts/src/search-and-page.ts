import * as z from 'zod/mini'
import { pageSizeSchema } from './fields.ts'

const PAGE_SIZE = 50
const PAGE_SIZE_MAX = 200

/** The query fields of a list that can be searched and is read page by page. */
export const searchAndPageFields = {
  search: z.optional(z.string().check(z.maxLength(200))),
  limit: z.prefault(pageSizeSchema(PAGE_SIZE_MAX), PAGE_SIZE),
  /** The `nextCursor` of the page before. It is valid only for the same query; the limit may differ. */
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
}
