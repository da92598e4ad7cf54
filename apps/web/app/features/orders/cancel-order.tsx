import { useForm } from '@nashta/browser/forms/use-form'
import { CANCEL_REASON_REQUIRED, orderNumber } from '@nashta/contracts/orders/order-texts'
import { Button } from '@nashta/ui/button'
import { TextField } from '@nashta/ui/field'
import { SelectField } from '@nashta/ui/select-field'
import { SubmitButton } from '@nashta/ui/submit-button'
import { useModal } from '@nashta/ui/use-modal'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { useOrderActions } from './order-actions.ts'
import type { OrderAccess, ShownOrder } from './order-queries.ts'

const CANCEL_FAILED = 'The order could not be cancelled. Please try again.'
const REASON_MAX_LENGTH = 200
const OTHER = 'Another reason'
const REASONS = [
  'I ordered by mistake',
  'I want to change the order',
  'The delivery takes too long',
  'The address is wrong',
  OTHER,
].map((reason) => ({ value: reason, label: reason }))

/** The field of another reason exists only when it is chosen. */
const cancelSchema = z.object({
  reason: z.string().check(z.minLength(1, CANCEL_REASON_REQUIRED)),
  reasonText: z.optional(z.string().check(z.trim(), z.minLength(1, CANCEL_REASON_REQUIRED))),
})

export type CancelOrderProps = { access: OrderAccess; order: ShownOrder }

/** A button that opens the cancel dialog. */
export function CancelOrder({ access, order }: CancelOrderProps) {
  const [isOpen, setOpen] = useState(false)
  const number = orderNumber(order.purchaseId)
  return (
    <>
      {order.mayCancel ? (
        <Button look="outline" aria-label={`Cancel order: Order #${number}`} onClick={() => setOpen(true)}>
          Cancel order
        </Button>
      ) : null}
      {/* The dialog stays open when `mayCancel` becomes false, to show why the store refused. */}
      {isOpen ? <CancelDialog access={access} order={order} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function CancelDialog({ access, order, onClose }: CancelOrderProps & { onClose: () => void }) {
  const dialog = useModal()
  const titleId = useId()
  const actions = useOrderActions(access)
  const [chosen, setChosen] = useState('')
  const { formProps, field, isBusy, failure } = useForm({
    schema: cancelSchema,
    failed: CANCEL_FAILED,
    async send({ reason, reasonText }) {
      try {
        await actions.cancel(reasonText ?? reason)
      } catch (error) {
        actions.refetch()
        throw error
      }
      closeAndFocusHeading()
    },
  })

  /** While the call is in flight, the dialog stays open to show its outcome. */
  function close() {
    if (isBusy) return
    if (order.mayCancel) onClose()
    else closeAndFocusHeading()
  }

  /**
   * Closes the dialog of an order that can no longer be cancelled. The page has no Cancel button
   * any more to which focus could return, so focus moves to the heading of the order.
   */
  function closeAndFocusHeading() {
    const element = dialog.current
    const heading = element?.closest('article, main')?.querySelector<HTMLElement>('h1, h2')
    // While a modal dialog is open, nothing outside of it can be focused.
    element?.close()
    onClose()
    if (heading) focusHeading(heading)
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // While busy, the dialog must stay open. `onCancel` alone cannot keep it open: at the second
      // Escape, Chromium closes it.
      closedby={isBusy ? 'none' : 'closerequest'}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-[2rem] bg-white p-6 text-ink backdrop:bg-ink/45 sm:p-8"
    >
      <h2 id={titleId} className="font-display text-3xl font-semibold tracking-tight text-balance">
        Cancel order #{orderNumber(order.purchaseId)}?
      </h2>
      <p className="mt-3 mb-6 text-pretty text-ink-soft">{describeConsequence(order)}</p>
      <form {...formProps} className="grid gap-2">
        <SelectField
          {...field('reason')}
          label="Why do you cancel?"
          placeholder="Choose a reason"
          options={REASONS}
          required
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        {chosen === OTHER ? (
          <TextField {...field('reasonText')} label="Your reason" required maxLength={REASON_MAX_LENGTH} />
        ) : null}
        <SubmitButton busy={isBusy} failure={failure} busyText="Cancelling...">
          Cancel the whole order
        </SubmitButton>
        <Button look="outline" aria-disabled={isBusy || undefined} onClick={close}>
          Keep the order
        </Button>
      </form>
    </dialog>
  )
}

function focusHeading(heading: HTMLElement) {
  heading.tabIndex = -1
  heading.focus()
}

function describeConsequence({ payment }: ShownOrder) {
  if (payment?.state === 'paid') return 'Nothing is delivered, and what you paid goes back the way it came.'
  if (payment?.state === 'due') return 'Nothing is delivered, and there is nothing to pay.'
  return 'Nothing is delivered. If your payment still arrives, it goes back the way it came.'
}
