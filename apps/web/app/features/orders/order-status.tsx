type Tone = 'green' | 'blue' | 'purple' | 'red' | 'neutral'

const STATUS_TONES = new Map<string, Tone>([
  ['CONFIRMED', 'green'],
  ['PROCESSING', 'blue'],
  ['SHIPPED', 'purple'],
  ['OUT_FOR_DELIVERY', 'purple'],
  ['DELIVERED', 'green'],
])

const TONE_CLASSES: Record<Tone, string> = {
  green: 'bg-pistachio-tint text-[#3d551b]',
  blue: 'bg-[#dde9f6] text-[#1d4876]',
  purple: 'bg-[#eae1f6] text-[#553188]',
  red: 'bg-raspberry-tint text-raspberry-deep',
  neutral: 'bg-paper text-ink',
}

/** Red for CANCELLED and for an unknown status. */
export function orderTone(status: string): Tone {
  return STATUS_TONES.get(status) ?? 'red'
}

/** Neutral for an unknown status. */
export function deliveryTone(status: string): Tone {
  return STATUS_TONES.get(status) ?? 'neutral'
}

export function statusLabel(status: string): string {
  return status.replaceAll('_', ' ')
}

export function StatusBadge({ status, tone }: { status: string; tone: Tone }) {
  return (
    <span
      className={`inline-block rounded-full px-3 py-1.5 text-[0.8125rem] leading-none font-bold tracking-wide ${TONE_CLASSES[tone]}`}
    >
      {statusLabel(status)}
    </span>
  )
}

export function isAwaitingDelivery(order: { orderStatus: string; deliveryStatus: string }): boolean {
  const statuses = new Set([order.orderStatus, order.deliveryStatus])
  return !statuses.has('DELIVERED') && !statuses.has('CANCELLED')
}
