import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { cancelOrderByShop, GOODS_FATES, type GoodsFate } from '@nashta/contracts/orders/desk/order-calls'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { TextField } from '@nashta/ui/field'
import * as z from 'zod/mini'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { GoodsChoice, goodsSchema } from './goods-choice.tsx'

const { reason } = cancelOrderByShop.body.shape
const inShopSchema = z.object({ reason })
const leftShopSchema = z.object({ reason, goods: goodsSchema(GOODS_FATES) })

export type CancelDialogProps = {
  order: DeskOrder
  onCancel: (cancellation: { reason: string; goods?: GoodsFate }) => Promise<void>
  onClosed: () => void
}

/** Asks for the reason and, if the goods have left the shop, what becomes of them. */
export function CancelDialog({ order, onCancel, onClosed }: CancelDialogProps) {
  const { hasLeftShop } = order
  return (
    <FormDialog
      title={`Cancel order ${orderNumber(order.purchaseId)}`}
      submitLabel="Cancel the order"
      schema={hasLeftShop ? leftShopSchema : inShopSchema}
      onClosed={onClosed}
      onSubmit={onCancel}
    >
      {(field) => (
        <>
          <p>
            {hasLeftShop ? '' : 'The goods go back into the stock. '}
            {order.payment?.state === 'paid' ? 'What was paid goes back. ' : ''}
            This cannot be undone.
          </p>
          {hasLeftShop ? <GoodsChoice {...field('goods')} fates={GOODS_FATES} /> : null}
          <TextField
            {...field('reason')}
            label="Reason"
            hint="The shopper sees this"
            required
            maxLength={200}
            autoComplete="off"
          />
        </>
      )}
    </FormDialog>
  )
}
