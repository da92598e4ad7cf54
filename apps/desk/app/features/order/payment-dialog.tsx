import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { type ReactNode, useState } from 'react'
import { formatAmount } from '../../data/formats.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { CheckInput, formText, INPUT, Labelled } from '../../ui/inputs.tsx'

/** What the operator has read on the shop's account. Without a reference, the account shows none. */
export type SeenPayment = { amount: number; reference: string }

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
  const { order, mayHaveNoReference, children, onSubmit, ...dialog } = props
  const [hasNoReference, setHasNoReference] = useState(false)
  const { claimedReference } = order.payment ?? {}
  return (
    <FormDialog
      {...dialog}
      onSubmit={(values) =>
        onSubmit({
          amount: Number(formText(values, 'amount')),
          reference: formText(values, 'reference').trim(),
        })
      }
    >
      {children}
      <p>
        The order costs <strong>{formatAmount(order.totalAmount ?? 0)}</strong>.{' '}
        {claimedReference ? (
          <>
            The shopper gave the reference <strong>{claimedReference}</strong>.
          </>
        ) : null}
      </p>
      <Labelled label="Amount on the account, in rupees">
        <input
          name="amount"
          required
          inputMode="decimal"
          pattern="[0-9]+(\.[0-9]{1,2})?"
          title="Rupees, such as 499 or 499.50"
          autoComplete="off"
          className={INPUT}
        />
      </Labelled>
      <Labelled label="Reference number" hint="As the account shows it, also called UTR or RRN.">
        <input
          name="reference"
          required={!hasNoReference}
          disabled={hasNoReference}
          maxLength={45}
          autoComplete="off"
          className={INPUT}
        />
      </Labelled>
      {mayHaveNoReference ? (
        <CheckInput
          label="The account shows no reference number"
          checked={hasNoReference}
          onChange={setHasNoReference}
        />
      ) : null}
    </FormDialog>
  )
}
