import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { formatTime } from '../../data/formats.ts'
import { eventLabel } from '../../data/order-labels.ts'

type WithTimeline = Pick<DeskOrder, 'timeline'>

/** The events of the order that the operator has not read yet, one text for each. */
export function changesSince(before: WithTimeline, after: WithTimeline): string[] {
  const known = new Set(before.timeline.map(keyOf))
  return after.timeline
    .filter((event) => !known.has(keyOf(event)))
    .map(({ kind, by, at, note }) => {
      const details = [note, by, formatTime(at)].filter(Boolean).join(', ')
      return `${eventLabel(kind)} (${details})`
    })
}

/** Events have no id: their time and kind tell them apart. */
function keyOf({ at, kind }: DeskOrder['timeline'][number]) {
  return `${at} ${kind}`
}
