import { DELIVERY_STATUSES } from '@nashta/contracts/orders/order-status'

const STEP_LABELS: Record<(typeof DELIVERY_STATUSES)[number], string> = {
  PROCESSING: 'Being packed',
  SHIPPED: 'Shipped',
  OUT_FOR_DELIVERY: 'Out for delivery',
  DELIVERED: 'Delivered',
}

/** The delivery steps, with the current step marked. Renders nothing for an unknown status. */
export function DeliveryTimeline({ status }: { status: string }) {
  const currentIndex = DELIVERY_STATUSES.findIndex((step) => step === status)
  if (currentIndex === -1) return null

  return (
    <ol aria-label="Delivery" className="grid grid-cols-4">
      {DELIVERY_STATUSES.map((step, index) => (
        <li
          key={step}
          aria-current={index === currentIndex ? 'step' : undefined}
          data-reached={index <= currentIndex || undefined}
          className="group relative flex flex-col items-center gap-2 text-center text-sm leading-tight text-ink-soft before:absolute before:top-2.5 before:right-1/2 before:h-1 before:w-full before:bg-line first:before:hidden data-reached:font-semibold data-reached:text-ink data-reached:before:bg-pistachio sm:text-[0.9375rem]"
        >
          <span
            aria-hidden="true"
            className="relative z-10 grid size-6 place-items-center rounded-full border-2 border-line bg-paper group-data-reached:border-pistachio group-data-reached:bg-pistachio group-aria-[current=step]:ring-4 group-aria-[current=step]:ring-pistachio-tint"
          >
            <svg viewBox="0 0 24 24" className="size-4 fill-none stroke-paper" strokeWidth="3.5">
              <path strokeLinecap="round" strokeLinejoin="round" d="m6 12.5 4 4 8-8.5" />
            </svg>
          </span>
          {STEP_LABELS[step]}
        </li>
      ))}
    </ol>
  )
}
