import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { productIdSchema } from '../fields.ts'

/** The name of each demo snack's maker ends with this. With another maker, the snack is the owner's own. */
const DEMO_MAKER = '(demo data)'

/** Whether the product came with the new store, and the owner has not made it their own. */
export function isDemoSnack({ maker }: { maker?: { name: string } | undefined }): boolean {
  return maker?.name.endsWith(DEMO_MAKER) ?? false
}

export const removeDemoSnacks = {
  method: 'POST',
  path: '/admin/products/remove-demo',
  access: 'admin',
  summary: 'Remove the demo snacks of a new store, except those that are in an order',
  body: z.strictObject({}),
  reply: dataReply(
    z.object({
      removed: z.array(productIdSchema),
      /** Demo snacks that are in an order. */
      sold: z.array(productIdSchema),
    }),
  ),
  status: 200,
  weight: 20,
} as const satisfies Endpoint
