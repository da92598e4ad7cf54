import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { homeReply } from './home.ts'
import { menusReply } from './menus.ts'
import { publicShelfSchema } from './shelves.ts'

const storefrontReply = dataReply(
  z.object({
    /** The shelves that shoppers see, in their order. */
    shelves: z.array(publicShelfSchema),
    /** What an operator has published; absent for the home page of a new shop. */
    home: z.optional(homeReply),
    /** The entries that shoppers see now; absent for the menus of the specification. */
    menus: z.optional(menusReply),
    /** The version of the synonyms; absent for those of a new shop. Pages of searches depend on it. */
    synonyms: z.optional(z.string()),
  }),
)

export type Storefront = z.infer<typeof storefrontReply>['data']

/** What the pages of the shop are made of, besides its products and its record. */
export const getStorefront = {
  method: 'GET',
  path: '/storefront',
  access: 'public',
  summary: 'The shelves of the shop in their order, its home page and its menus',
  reply: storefrontReply,
  status: 200,
} as const satisfies Endpoint
