import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { recordPayment } from '@nashta/contracts/orders/desk/order-calls'
import { Checkbox } from '@nashta/ui/checkbox'
import { TextField } from '@nashta/ui/field'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { formatAmount } from '../../data/formats.ts'
import { parseNumber } from '../../data/parse-number.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'

/** What the operator has read on the shop's account. Without a reference, the account shows none. */
export type SeenPayment = { amount: number; reference?: string }

const { amount, reference } = recordPayment.body.shape
const withReferenceSchema = z.object({ amount, reference })
const withoutReferenceSchema = z.object({ amount })

export type PaymentDialogProps = {
  order: DeskOrder
  title: string
  submitLabel: string
  /** Whether a payment without a reference number is possible. */
  mayHaveNoReference: boolean
  children?: ReactNode
  onSubmit: (seen: SeenPayment) => Promise<void>
  onClosed: () => void
}

/**
 * Asks for a UPI payment as the shop's account shows it. The fields are empty at first: the operator
 * types what the account shows, not what the shopper says.
 */
export function PaymentDialog(props: PaymentDialogProps) {
  const { order, mayHaveNoReference, children, ...dialog } = props
  const [hasNoReference, setHasNoReference] = useState(false)
  const { owed, sought } = order
  // What the operator looks for: the payment of an undone change (`sought`), or of the rest that is owed, or of the order.
  const expected = sought ?? (owed ? owed.payment : order.payment)
  const claimedReference = expected?.claimedReference
  return (
    <FormDialog
      {...dialog}
      schema={hasNoReference ? withoutReferenceSchema : withReferenceSchema}
      read={(fields) => ({ ...fields, amount: parseNumber(fields['amount']) })}
    >
      {(field) => (
        <>
          {children}
          <p className="mb-2">
            {owed ? 'Left to pay: ' : 'The order costs '}
            <strong>{formatAmount(owed?.amount ?? order.totalAmount ?? 0)}</strong>.{' '}
            {sought ? `The shopper says that ${formatAmount(sought.amount)} was paid for a change. ` : null}
            {claimedReference ? (
              <>
                The shopper gave the reference <strong>{claimedReference}</strong>.
              </>
            ) : null}
          </p>
          <TextField
            {...field('amount')}
            label="Amount on the account, in rupees"
            required
            inputMode="decimal"
            autoComplete="off"
          />
          <TextField
            {...field('reference')}
            label="Reference number"
            hint="As the account shows it, also called UTR or RRN."
            required={!hasNoReference}
            disabled={hasNoReference}
            maxLength={45}
            autoComplete="off"
          />
          {mayHaveNoReference ? (
            <Checkbox
              label="The account shows no reference number"
              checked={hasNoReference}
              onChange={({ target }) => setHasNoReference(target.checked)}
            />
          ) : null}
        </>
      )}
    </FormDialog>
  )
}
