import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { settleGoods } from '@nashta/contracts/orders/desk/order-calls'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { GoodsChoice, goodsSchema } from './goods-choice.tsx'
import { refundItems } from './refund-values.ts'

const schema = z.object({ goods: goodsSchema(['back', 'lost']), waste: settleGoods.body.shape.waste })

export type ExpectedGoodsDialogProps = {
  order: DeskOrder
  onSettle: (settled: z.output<typeof schema>) => Promise<void>
  onClosed: () => void
}

/** Asks what became of goods that were expected back, and how many of them cannot be sold any more. */
export function ExpectedGoodsDialog({ order, onSettle, onClosed }: ExpectedGoodsDialogProps) {
  const [waste, setWaste] = useState<ReadonlyMap<string, number>>(new Map())
  const expected = order.lines.filter(({ expectedBack }) => expectedBack > 0)
  return (
    <FormDialog
      title={`Goods of order ${orderNumber(order.purchaseId)}`}
      submitLabel="Save"
      schema={schema}
      read={({ goods }) => {
        const items = refundItems(waste) ?? []
        return { goods, ...(goods === 'back' && items.length > 0 && { waste: items }) }
      }}
      onClosed={onClosed}
      onSubmit={onSettle}
    >
      {(field) => (
        <>
          <GoodsChoice {...field('goods')} fates={['back', 'lost']} />
          {expected.length > 0 ? (
            <p className="text-sm font-medium">Of those that are back, not to be sold again</p>
          ) : null}
          <ul className="grid gap-2">
            {expected.map(({ productId, name, expectedBack }) => (
              <li key={productId}>
                <label className="flex items-center justify-between gap-3">
                  <span>
                    {expectedBack} × {name}
                  </span>
                  <input
                    type="number"
                    aria-label={`Waste of ${name}`}
                    min={0}
                    max={expectedBack}
                    value={waste.get(productId) ?? 0}
                    // The number of an empty field is NaN.
                    onChange={({ target }) =>
                      setWaste(new Map(waste).set(productId, target.valueAsNumber || 0))
                    }
                    className="h-10 w-20 rounded-lg border border-ink-soft bg-white px-2 text-right"
                  />
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
    </FormDialog>
  )
}
