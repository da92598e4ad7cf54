import { newId } from '@nashta/browser/new-id'
import { formatRupees, parseRupees } from '@nashta/contracts/money'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { GOODS_FATES, type GoodsFate, refundOrder } from '@nashta/contracts/orders/desk/order-calls'
import { Checkbox } from '@nashta/ui/checkbox'
import { TextField } from '@nashta/ui/field'
import { useState } from 'react'
import * as z from 'zod/mini'
import { parseNumber } from '../../data/parse-number.ts'
import { useFetchShop } from '../../session/desk-session.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { GoodsChoice, goodsSchema } from './goods-choice.tsx'
import {
  amountOfUnits,
  leavesNothingToPack,
  refundableAmount,
  refundItems,
  refundLines,
} from './refund-values.ts'

const { items, amount: amountSchema, reason, byHand } = refundOrder.body.shape

export type RefundDialogProps = {
  order: DeskOrder
  onRefunded: (text: string, order: DeskOrder) => Promise<void>
  onClosed: () => void
}

/** What the operator refunds: everything that is left, units by product id, or an amount as it is typed. */
type What = { kind: 'all' } | { kind: 'units'; units: ReadonlyMap<string, number> } | { kind: 'amount' }

/**
 * Refunds some units, an amount, or everything that is left. The dialog has one idempotency key, so pressing
 * the button twice refunds once.
 */
export function RefundDialog({ order, onRefunded, onClosed }: RefundDialogProps) {
  const fetchShop = useFetchShop()
  const [key] = useState(newId)
  const [what, setWhat] = useState<What>({ kind: 'all' })
  const [isByHand, setIsByHand] = useState(false)
  const [typedAmount, setTypedAmount] = useState('')
  const units = what.kind === 'units' ? what.units : null
  const isGoodwill = what.kind === 'amount'
  const lines = refundLines(order)
  const cancelsOrder = !isGoodwill && leavesNothingToPack(order, units)
  const amount = isGoodwill ? parseRupees(typedAmount) : amountOfGoods()
  // Goods that have not left the shop cannot be on their way back.
  const fates: readonly GoodsFate[] = order.hasLeftShop ? GOODS_FATES : ['back', 'lost']
  const amountText = amount === null ? '' : formatRupees(amount)

  /** Null when the units are not possible. */
  function amountOfGoods() {
    if (!units) return refundableAmount(order)
    const unitsAmount = amountOfUnits(lines, units)
    const isEverything = unitsAmount !== null && cancelsOrder
    return isEverything ? refundableAmount(order) : unitsAmount
  }

  return (
    <FormDialog
      title="Refund"
      submitLabel={`Refund ${amountText}`}
      isSubmitDisabled={!amount}
      schema={
        isGoodwill
          ? z.object({ amount: z.nonoptional(amountSchema), reason, byHand })
          : z.object({ items, reason, goods: goodsSchema(fates), byHand })
      }
      read={(fields) => ({
        ...fields,
        byHand: fields['byHand'] === true || undefined,
        ...(isGoodwill ? { amount: parseNumber(fields['amount']) } : { items: refundItems(units) }),
      })}
      onClosed={onClosed}
      onSubmit={async (body) => {
        const params = { orderId: order.purchaseId }
        const { data } = await fetchShop(refundOrder, {
          params,
          body: { ...body, version: order.version },
          idempotencyKey: key,
        })
        await onRefunded(`${amountText} goes back`, data)
      }}
    >
      {(field) => (
        <>
          <fieldset className="grid gap-1">
            <legend className="mb-1 text-sm font-medium">What goes back</legend>
            <Choice
              label="Everything that is left"
              checked={what.kind === 'all'}
              onChoose={() => setWhat({ kind: 'all' })}
            />
            <Choice
              label="Some units"
              checked={units !== null}
              onChoose={() => setWhat({ kind: 'units', units: new Map() })}
            />
            <Choice
              label="An amount, as goodwill"
              checked={isGoodwill}
              onChoose={() => setWhat({ kind: 'amount' })}
            />
          </fieldset>
          {units ? (
            <ul className="grid gap-2">
              {lines.map(({ productId, name, left }) => (
                <li key={productId}>
                  <label className="flex items-center justify-between gap-3">
                    <span>
                      {name}
                      <span className="block text-sm text-ink-soft">
                        {left.units} left, {formatRupees(left.paise)} paid for them
                      </span>
                    </span>
                    <input
                      type="number"
                      aria-label={`Units of ${name}`}
                      min={0}
                      max={left.units}
                      value={units.get(productId) ?? 0}
                      onChange={({ target }) => {
                        // The number of an empty field is NaN.
                        const count = target.valueAsNumber || 0
                        setWhat({ kind: 'units', units: new Map(units).set(productId, count) })
                      }}
                      className="h-10 w-20 rounded-lg border border-ink-soft bg-white px-2 text-right"
                    />
                  </label>
                </li>
              ))}
            </ul>
          ) : null}
          {isGoodwill ? (
            <TextField
              {...field('amount')}
              label="Amount, in rupees"
              hint="The goods stay as they are."
              required
              inputMode="decimal"
              autoComplete="off"
              value={typedAmount}
              onChange={({ target }) => setTypedAmount(target.value)}
            />
          ) : null}
          <TextField
            {...field('reason')}
            label="Reason"
            hint="The shopper sees this"
            required
            maxLength={200}
            autoComplete="off"
          />
          {isGoodwill ? null : <GoodsChoice {...field('goods')} fates={fates} />}
          {order.refundsByHand ? null : (
            <Checkbox
              name="byHand"
              label="I pay it back myself"
              checked={isByHand}
              onChange={({ target }) => setIsByHand(target.checked)}
            />
          )}
          <p className="rounded-xl bg-paper-deep px-4 py-3">
            <output className="block text-xl font-semibold">
              {amountText || (isGoodwill ? 'An amount' : 'Only whole units, and at most those that are left')}
            </output>
            {cancelsOrder ? (
              <span className="mb-1 block font-semibold">
                Nothing is left to pack: the order is cancelled, and all its money goes back.
              </span>
            ) : null}
            {order.refundsByHand || isByHand
              ? 'You pay it back yourself, then press “Paid by hand”. The shopper is told both.'
              : 'The payment provider sends it back the way it came.'}
          </p>
        </>
      )}
    </FormDialog>
  )
}

function Choice({ label, checked, onChoose }: { label: string; checked: boolean; onChoose: () => void }) {
  return (
    <label className="flex min-h-10 items-center gap-2">
      <input
        type="radio"
        name="what"
        checked={checked}
        onChange={onChoose}
        className="size-5 accent-raspberry"
      />
      {label}
    </label>
  )
}
