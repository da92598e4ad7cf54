import { statusLabel, type Tone } from '@nashta/contracts/orders/order-display'

const TONES: Record<Tone, string> = {
  green: 'bg-pistachio-tint text-[#3d551b]',
  blue: 'bg-[#dde9f6] text-[#1d4876]',
  purple: 'bg-[#eae1f6] text-[#553188]',
  red: 'bg-raspberry-tint text-raspberry-deep',
  neutral: 'bg-paper text-ink',
}

/** A status of an order, in the colour that goes with it. */
export function StatusBadge({ status, tone }: { status: string; tone: Tone }) {
  return (
    <span
      className={`inline-block rounded-full px-3 py-1.5 text-[0.8125rem] leading-none font-bold tracking-wide ${TONES[tone]}`}
    >
      {statusLabel(status)}
    </span>
  )
}
