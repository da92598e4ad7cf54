import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { workLabel } from '../data/order-labels.ts'

const QUIET = 'border border-line bg-paper-deep text-ink-soft'

const LOOKS = new Map<string, string>(
  Object.entries({
    confirm: 'bg-raspberry-tint text-raspberry-deep',
    problem: 'bg-raspberry text-white',
    pack: 'bg-butter text-ink',
    handOver: 'bg-butter text-ink',
    onTheWay: 'bg-mint text-ink',
    delivered: 'bg-pistachio-tint text-pistachio',
    waiting: QUIET,
    cancelled: QUIET,
  } satisfies Record<WorkState, string>),
)

/** Says which work one order needs. */
export function WorkBadge({ work }: { work: string }) {
  // WORK_LABELS name lists, so this label is in the plural.
  const label = work === 'problem' ? 'Problem' : workLabel(work)
  return (
    <span
      className={`inline-block rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap ${LOOKS.get(work) ?? QUIET}`}
    >
      {label}
    </span>
  )
}
