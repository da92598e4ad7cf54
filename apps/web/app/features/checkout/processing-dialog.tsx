import { LinkButton } from '@nashta/ui/button'
import { useEffect, useRef } from 'react'
import { VIEW_PURCHASE_HISTORY } from '../../texts/orders.ts'
import { CHECKING_ORDER, PROCESSING_PAYMENT } from './checkout-texts.ts'

export type ProcessingDialogProps = {
  /** 'checking' after the store's response was lost. Null closes the dialog. */
  state: 'processing' | 'checking' | null
  /** A guest has no purchase history. */
  isGuest: boolean
}

/** Covers the whole page while an order is in flight, so that no other button can be pressed. */
export function ProcessingDialog({ state, isGuest }: ProcessingDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isOpen = state !== null
  useEffect(() => {
    if (!isOpen) return undefined
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [isOpen])

  return (
    <dialog
      ref={dialog}
      aria-label={state === 'checking' ? CHECKING_ORDER : PROCESSING_PAYMENT}
      // Escape must not close the dialog. Browsers without `closedby` need `onCancel` for that.
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-paper px-6 text-ink outline-none open:grid open:place-items-center"
    >
      <div className="flex max-w-md flex-col items-center text-center">
        <Donut />
        <output className="mt-8 font-display text-3xl font-semibold tracking-tight sm:text-4xl">
          {state === 'checking' ? CHECKING_ORDER : PROCESSING_PAYMENT}
        </output>
        {state === 'checking' ? (
          <>
            <p className="mt-4 mb-8 text-lg text-pretty text-ink-soft">
              The answer is slow to come. You will not pay twice: we are asking the store what became of your
              order.
            </p>
            {isGuest ? null : (
              <LinkButton to="/purchase-history" look="outline">
                {VIEW_PURCHASE_HISTORY}
              </LinkButton>
            )}
          </>
        ) : (
          <p className="mt-4 text-lg text-ink-soft">Please stay on this page for a moment.</p>
        )}
      </div>
    </dialog>
  )
}

function Donut() {
  return (
    <svg
      viewBox="0 0 120 120"
      aria-hidden="true"
      className="size-32 [animation-duration:3s] motion-safe:animate-spin"
    >
      <circle cx="60" cy="60" r="36" className="fill-none stroke-butter" strokeWidth="40" />
      <circle cx="60" cy="60" r="36" className="fill-none stroke-raspberry" strokeWidth="30" />
      <path
        className="fill-none stroke-paper"
        strokeWidth="4"
        strokeLinecap="round"
        d="m35 39 4 4m19-21 4 3m22 12-4 5m13 14-5 2m-4 20-5-3m-17 15-2-5m-19 2 1-6M25 72l5-4"
      />
    </svg>
  )
}
