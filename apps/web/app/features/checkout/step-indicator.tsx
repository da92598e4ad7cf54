const STEPS = ['Shipping', 'Payment']

/** Where the shopper stands; `current` counts from 1. */
export function StepIndicator({ current }: { current: number }) {
  return (
    <ol aria-label="Checkout steps" className="flex items-center gap-3 sm:gap-4">
      {STEPS.map((name, index) => (
        <li
          key={name}
          aria-current={index + 1 === current ? 'step' : undefined}
          data-done={index + 1 < current || undefined}
          className="group flex items-center gap-3 font-semibold text-ink-soft not-last:after:h-0.5 not-last:after:w-8 not-last:after:rounded-full not-last:after:bg-line aria-[current=step]:text-ink data-done:text-pistachio data-done:after:bg-pistachio sm:gap-4 sm:not-last:after:w-20"
        >
          <span className="flex items-center gap-2.5">
            <span className="grid size-9 place-items-center rounded-full border-[1.5px] border-ink-soft tabular-nums group-aria-[current=step]:border-raspberry group-aria-[current=step]:bg-raspberry group-aria-[current=step]:text-white group-data-done:border-pistachio group-data-done:bg-pistachio group-data-done:text-white">
              {index + 1}
            </span>
            {name}
          </span>
        </li>
      ))}
    </ol>
  )
}
