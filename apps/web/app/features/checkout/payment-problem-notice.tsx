import type { CartItem } from '@nashta/contracts/cart/cart'
import { Button } from '@nashta/ui/button'
import { useRef } from 'react'
import { ORDER_CHANGED } from './checkout-texts.ts'
import { isUnresolved, type LineProblem } from './order-refusal.ts'
import type { PaymentProblem } from './use-checkout.ts'

export type PaymentProblemNoticeProps = {
  problem: PaymentProblem
  lines: readonly CartItem[]
  /** A quantity of zero removes the line. */
  onChangeLine: (productId: string, quantity: number) => void
}

/** Says why the order was not placed, and offers to change the cart lines that were refused. */
export function PaymentProblemNotice({ problem, lines, onChangeLine }: PaymentProblemNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  const unresolved = problem.lineProblems.filter((lineProblem) => isUnresolved(lineProblem, lines))
  const isResolved = problem.lineProblems.length > 0 && unresolved.length === 0

  function changeLine(productId: string, quantity: number) {
    onChangeLine(productId, quantity)
    // The pressed button disappears with its problem, so focus moves to the notice.
    notice.current?.focus()
  }

  return (
    <div
      ref={notice}
      role="alert"
      tabIndex={-1}
      data-checkout-focus
      className="mb-6 rounded-3xl bg-danger-tint px-5 py-4 text-danger-deep outline-none sm:px-6"
    >
      <p className="font-semibold text-pretty">{isResolved ? ORDER_CHANGED : problem.message}</p>
      {unresolved.length > 0 ? (
        <ul className="mt-3 space-y-3">
          {unresolved.map((lineProblem) => (
            <li key={lineProblem.productId} className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-ink">
                <strong className="font-semibold">{lineProblem.name}</strong> {lineProblem.text}
              </p>
              <LineActions lineProblem={lineProblem} onChangeLine={changeLine} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

type LineActionsProps = Pick<PaymentProblemNoticeProps, 'onChangeLine'> & { lineProblem: LineProblem }

function LineActions({ lineProblem, onChangeLine }: LineActionsProps) {
  const { productId, name, available } = lineProblem
  // A problem without `available` is a changed price. No other quantity would solve the problem.
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
