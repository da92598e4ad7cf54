import { newId } from '@nashta/browser/new-id'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { replaceOrder } from '@nashta/contracts/orders/desk/order-calls'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { TextField } from '@nashta/ui/field'
import { useState } from 'react'
import * as z from 'zod/mini'
import { mailNote } from '../../data/order-labels.ts'
import { useFetchShop } from '../../session/desk-session.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { refundItems } from './refund-values.ts'

const { items: itemsSchema, reason } = replaceOrder.body.shape
const schema = z.object({ items: itemsSchema, reason })

export type ReplaceDialogProps = {
  order: DeskOrder
  /** Makes a call, and reports a change by another operator. */
  call: (make: () => Promise<void>) => Promise<void>
  onPlaced: (replacement: DeskOrder) => Promise<void>
  onClosed: () => void
}

/** Sends units once more, as an order at ₹0. The dialog has one idempotency key, so it places one. */
export function ReplaceDialog({ order, call, onPlaced, onClosed }: ReplaceDialogProps) {
  const fetchShop = useFetchShop()
  const [key] = useState(newId)
  const [units, setUnits] = useState<ReadonlyMap<string, number>>(new Map())
  return (
    <FormDialog
      title={`Replacement for order ${orderNumber(order.purchaseId)}`}
      submitLabel="Send a replacement"
      schema={schema}
      read={(fields) => ({ items: refundItems(units) ?? [], reason: fields['reason'] })}
      onClosed={onClosed}
      onSubmit={(values) =>
        call(async () => {
          const { data } = await fetchShop(replaceOrder, {
            params: { orderId: order.purchaseId },
            body: { ...values, version: order.version },
            idempotencyKey: key,
          })
          await onPlaced(data)
        })
      }
    >
      {(field) => (
        <>
          <p>
            A new order at ₹0 to the same address, to be packed and shipped like any other. It has no bill.{' '}
            {mailNote(order)}
          </p>
          <ul className="grid gap-2">
            {order.lines.map(({ productId, name, refundable }) => (
              <li key={productId}>
                <label className="flex items-center justify-between gap-3">
                  <span>
                    {name}, of {refundable}
                  </span>
                  <input
                    type="number"
                    aria-label={`Units of ${name} to send`}
                    min={0}
                    max={refundable}
                    value={units.get(productId) ?? 0}
                    // The number of an empty field is NaN.
                    onChange={({ target }) =>
                      setUnits(new Map(units).set(productId, target.valueAsNumber || 0))
                    }
                    className="h-11 w-20 rounded-lg border border-ink-soft bg-white px-2 text-right"
                  />
                </label>
              </li>
            ))}
          </ul>
          <TextField
            {...field('reason')}
            label="Reason"
            hint="The shopper sees this too"
            required
            maxLength={200}
            autoComplete="off"
          />
        </>
      )}
    </FormDialog>
  )
}
