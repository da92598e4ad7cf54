import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { GOODS_FATES, type GoodsFate } from '@nashta/contracts/orders/order-actions'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { formText, INPUT, Labelled } from '../../ui/inputs.tsx'
import { chosenGoods, GoodsChoice } from './goods-choice.tsx'

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
      onClosed={onClosed}
      onSubmit={(values) =>
        onCancel({
          reason: formText(values, 'reason').trim(),
          ...(hasLeftShop && { goods: chosenGoods(values, GOODS_FATES) }),
        })
      }
    >
      <p>
        {hasLeftShop ? '' : 'The goods go back into the stock. '}
        What was paid goes back. This cannot be undone.
      </p>
      {hasLeftShop ? <GoodsChoice fates={GOODS_FATES} /> : null}
      <Labelled label="Reason" hint="The shopper reads it.">
        <input name="reason" required maxLength={200} autoComplete="off" className={INPUT} />
      </Labelled>
    </FormDialog>
  )
}
