import { storeMessageOf } from '@nashta/contracts/api/shop-error'
import { CANCEL_REASON_REQUIRED, orderNumber } from '@nashta/contracts/orders/order-texts'
import { Button, SubmitButton } from '@nashta/ui/button'
import { TextField } from '@nashta/ui/field'
import { SelectField } from '@nashta/ui/select-field'
import { useModal } from '@nashta/ui/use-modal'
import { type SubmitEvent, useId, useState } from 'react'
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
  const [typed, setTyped] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const reason = chosen === OTHER ? typed.trim() : chosen
  const error = isReasonMissing ? CANCEL_REASON_REQUIRED : undefined

  /** While the call is in flight, the dialog stays open to show its outcome. */
  function close() {
    if (busy) return
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

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setReasonMissing(reason === '')
    setFailure('')
    if (reason === '') {
      const name = chosen === OTHER ? 'reasonText' : 'reason'
      event.currentTarget.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
      return
    }
    setBusy(true)
    try {
      await actions.cancel(reason)
      closeAndFocusHeading()
    } catch (cause) {
      setFailure(storeMessageOf(cause, CANCEL_FAILED))
      actions.refetch()
    } finally {
      setBusy(false)
    }
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // While busy, the dialog must stay open. `onCancel` alone cannot keep it open: at the second
      // Escape, Chromium closes it.
      closedby={busy ? 'none' : 'closerequest'}
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
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <SelectField
          label="Why do you cancel?"
          name="reason"
          placeholder="Choose a reason"
          options={REASONS}
          required
          error={chosen === OTHER ? undefined : error}
          onChange={({ currentTarget }) => {
            setChosen(currentTarget.value)
            setReasonMissing(false)
          }}
        />
        {chosen === OTHER ? (
          <TextField
            label="Your reason"
            name="reasonText"
            required
            maxLength={REASON_MAX_LENGTH}
            value={typed}
            error={error}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value)
              setReasonMissing(false)
            }}
          />
        ) : null}
        <p role="alert" className="font-medium text-raspberry-deep empty:hidden">
          {failure}
        </p>
        <SubmitButton busy={busy} busyText="Cancelling...">
          Cancel the whole order
        </SubmitButton>
        <Button look="outline" aria-disabled={busy || undefined} onClick={close}>
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
