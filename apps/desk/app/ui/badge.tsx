import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { workLabel } from '../data/order-labels.ts'

const QUIET = 'border border-line bg-paper-deep text-ink-soft'

/** The classes of each work state. A newer Shop API may send other states: they get `QUIET`. */
const LOOKS = new Map<string, string>(
  Object.entries({
    confirm: 'bg-danger-tint text-danger-deep',
    findPayment: 'bg-danger-tint text-danger-deep',
    problem: 'bg-raspberry text-white',
    pack: 'bg-butter text-ink',
    handOver: 'bg-butter text-ink',
    onTheWay: 'bg-mint text-ink',
    delivered: 'bg-pistachio-tint text-pistachio',
    waiting: QUIET,
    cancelled: QUIET,
  } satisfies Record<WorkState, string>),
)

/** Shows which work an order needs. */
export function WorkBadge({ work }: { work: string }) {
  // The labels name lists of orders, so the label of `problem` is the plural "Problems".
  const label = work === 'problem' ? 'Problem' : workLabel(work)
  return (
    <span
      className={`inline-block rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap ${LOOKS.get(work) ?? QUIET}`}
    >
      {label}
    </span>
  )
}
