import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { reportUndelivered } from '@nashta/contracts/orders/desk/order-calls'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { UNDELIVERED_REASONS, UNDELIVERED_TEXTS } from '@nashta/contracts/orders/undelivered'
import { RadioField } from '@nashta/ui/radio-field'
import { SelectField } from '@nashta/ui/select-field'
import * as z from 'zod/mini'
import { FormDialog } from '../../ui/form-dialog.tsx'

const { outcome, reason } = reportUndelivered.body.shape
const schema = z.object({ outcome, reason })

const OUTCOMES = [
  { value: 'tryAgain', label: 'The courier tries again' },
  { value: 'comingBack', label: 'It is on its way back: the order is cancelled' },
]
const REASONS = UNDELIVERED_REASONS.map((value) => ({ value, label: UNDELIVERED_TEXTS[value] }))

export type UndeliveredDialogProps = {
  order: DeskOrder
  onReport: (report: z.output<typeof schema>) => Promise<void>
  onClosed: () => void
}

/** Asks why the courier could not hand the order over, and what follows. */
export function UndeliveredDialog({ order, onReport, onClosed }: UndeliveredDialogProps) {
  const isCashDue = order.payment?.state === 'due'
  return (
    <FormDialog
      title={`Order ${orderNumber(order.purchaseId)} was not delivered`}
      submitLabel="Save"
      schema={schema}
      onClosed={onClosed}
      onSubmit={onReport}
    >
      {(field) => (
        <>
          <SelectField
            {...field('reason')}
            label="Why"
            hint="The shopper sees this"
            placeholder="Please choose"
            required
            options={REASONS}
          />
          <RadioField {...field('outcome')} legend="What follows" choices={OUTCOMES} />
          <p className="mb-2 text-ink-soft">
            {isCashDue
              ? 'If it comes back, no cash is expected any more.'
              : 'If it comes back, what was paid goes back.'}{' '}
            The goods go into the stock when you say that they are there.
          </p>
        </>
      )}
    </FormDialog>
  )
}
