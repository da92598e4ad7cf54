import type { CartItem } from '@nashta/contracts/cart/cart'
import { Button } from '@nashta/ui/button'
import { useRef } from 'react'
import { ORDER_CHANGED } from './checkout-texts.ts'
import { isOpen, type LineProblem } from './explain-refusal.ts'
import type { Setback } from './use-checkout.ts'

export type SetbackNoticeProps = {
  setback: Setback
  lines: readonly CartItem[]
  /** A quantity of zero removes the line. */
  onChangeLine: (productId: string, quantity: number) => void
}

/** Why the order was not placed, line by line, and what can be done about it. */
export function SetbackNotice({ setback, lines, onChangeLine }: SetbackNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  const open = setback.problems.filter((problem) => isOpen(problem, lines))
  const isSettled = setback.problems.length > 0 && open.length === 0

  function changeLine(productId: string, quantity: number) {
    onChangeLine(productId, quantity)
    // The button that was pressed goes with its problem.
    notice.current?.focus()
  }

  return (
    <div
      ref={notice}
      role="alert"
      tabIndex={-1}
      data-checkout-focus
      className="mb-6 rounded-3xl bg-raspberry-tint px-5 py-4 text-raspberry-deep outline-none sm:px-6"
    >
      <p className="font-semibold text-pretty">{isSettled ? ORDER_CHANGED : setback.message}</p>
      {open.length > 0 ? (
        <ul className="mt-3 space-y-3">
          {open.map((problem) => (
            <li key={problem.productId} className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-ink">
                <strong className="font-semibold">{problem.name}</strong> {problem.text}
              </p>
              <ProblemActions problem={problem} onChangeLine={changeLine} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

type ProblemActionsProps = Pick<SetbackNoticeProps, 'onChangeLine'> & { problem: LineProblem }

function ProblemActions({ problem, onChangeLine }: ProblemActionsProps) {
  const { productId, name, available } = problem
  if (available === undefined) return null
  return (
    <div className="flex gap-2">
      {available > 0 ? (
        <Button
          look="paper"
          onClick={() => onChangeLine(productId, available)}
          aria-label={`Take ${available} of ${name}`}
        >
          Take {available}
        </Button>
      ) : null}
      <Button look="paper" onClick={() => onChangeLine(productId, 0)} aria-label={`Remove ${name}`}>
        Remove
      </Button>
    </div>
  )
}
