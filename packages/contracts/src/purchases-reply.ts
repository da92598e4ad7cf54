import * as z from 'zod/mini'
import { purchasePageSchema, purchaseSchema } from './purchase.ts'
import { dataReply } from './reply.ts'

/** Our server answers by pages; others may answer with a bare list. */
export const purchasesReply = dataReply(z.union([purchasePageSchema, z.array(purchaseSchema)]))
