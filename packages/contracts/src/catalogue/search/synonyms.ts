import * as z from 'zod/mini'
import type { Endpoint } from '../../api/endpoint.ts'
import { dataReply } from '../../api/reply.ts'
import { oneLineSchema } from '../../fields.ts'
import { hasMeaning, PHRASES_MAX, SYNONYMS_MAX } from './synonym-rules.ts'

const PHRASE_INVALID =
  'A phrase has one to four words, at most 40 characters in one line, no comma, and says something about a snack'
const PHRASES_INVALID = `A line has 1 to ${PHRASES_MAX} phrases`
const LONELY_INVALID = 'A line needs a second word, or what to find instead'
const SYNONYMS_INVALID = `A shop has up to ${SYNONYMS_MAX} lines of synonyms`

const phrase = oneLineSchema(40, PHRASE_INVALID).check(
  z.refine((text) => !text.includes(',') && hasMeaning(text), PHRASE_INVALID),
)
const phrases = z
  .array(phrase, PHRASES_INVALID)
  .check(z.minLength(1, PHRASES_INVALID), z.maxLength(PHRASES_MAX, PHRASES_INVALID))

const synonymInput = z
  .strictObject({
    /** What people search for. */
    searched: phrases,
    /** What finds the products. Absent: each of `searched` finds the others. */
    finds: z.optional(phrases),
  })
  .check(
    z.refine(({ searched, finds }) => finds !== undefined || searched.length > 1, {
      error: LONELY_INVALID,
      path: ['searched'],
    }),
  )

const synonymsInput = z.strictObject({
  synonyms: z.array(synonymInput, SYNONYMS_INVALID).check(z.maxLength(SYNONYMS_MAX, SYNONYMS_INVALID)),
})

const synonymsReply = dataReply(
  z.object({
    synonyms: z.array(z.object({ searched: z.array(z.string()), finds: z.optional(z.array(z.string())) })),
    /** The version that a change may send as an ETag in If-Match, and that lists of products name. */
    version: z.string(),
  }),
)

export const getSynonyms = {
  method: 'GET',
  path: '/synonyms',
  access: 'public',
  summary: 'The words that the search takes for each other, for searches while the store is unreachable',
  reply: synonymsReply,
  status: 200,
} as const satisfies Endpoint

export const getSynonymsAtDesk = {
  method: 'GET',
  path: '/admin/synonyms',
  access: 'admin',
  summary: 'The words that the search takes for each other, as operators change them',
  reply: synonymsReply,
  status: 200,
} as const satisfies Endpoint

export const saveSynonyms = {
  method: 'PUT',
  path: '/admin/synonyms',
  access: 'admin',
  summary:
    'Replace the words that the search takes for each other. With If-Match, only if they still have that ETag',
  body: synonymsInput,
  reply: synonymsReply,
  status: 200,
  weight: 20,
} as const satisfies Endpoint

export const listFruitlessSearches = {
  method: 'GET',
  path: '/admin/searches',
  access: 'admin',
  summary:
    'What shoppers have searched for and what still finds nothing, by how often; nothing says who searched',
  reply: dataReply(
    z.object({
      searches: z.array(
        z.object({
          text: z.string(),
          count: z.int(),
          /** The last day, in India. */
          lastOn: z.string(),
        }),
      ),
    }),
  ),
  status: 200,
  weight: 20,
} as const satisfies Endpoint
