import type { CourierPayment } from '@nashta/contracts/orders/desk/courier-cash'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { Link } from 'react-router'
import { formatAmount, formatDay, formatNumberOf, formatTime } from '../../data/formats.ts'
import { Action, TEXT_LINK } from '../../ui/controls.tsx'

type PaymentsProps = {
  payments: readonly CourierPayment[]
  /** Null for an operator who may not undo a payment. */
  onUndo: ((payment: CourierPayment) => void) | null
}

/** What couriers have paid, and where it differs from what they owed. */
export function Payments({ payments, onUndo }: PaymentsProps) {
  return (
    <ul className="grid gap-3">
      {payments.map((payment) => (
        <li key={payment.paymentId} className="rounded-xl border border-line p-4">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="min-w-0">
              <p className="font-semibold">
                {payment.courier}: {formatAmount(payment.amount)}
              </p>
              <p className="text-sm text-ink-soft">
                {formatDay(payment.day)}
                {payment.reference ? `, ${payment.reference}` : ''}, entered {formatTime(payment.at)} by{' '}
                {payment.by}
              </p>
            </div>
            {payment.undoneAt === undefined ? (
              onUndo ? (
                <Action onClick={() => onUndo(payment)}>Undo</Action>
              ) : null
            ) : (
              <p className="font-semibold">Undone {formatTime(payment.undoneAt)}</p>
            )}
          </div>
          {payment.undoneAt === undefined ? <Differences payment={payment} /> : null}
        </li>
      ))}
    </ul>
  )
}

function Differences({ payment: { lines, amount } }: { payment: CourierPayment }) {
  const different = lines.filter((line) => line.owed !== line.amount)
  const listed = lines.reduce((sum, line) => sum + Math.round(line.amount * 100), 0) / 100
  /** What arrived beyond the sum of the parcels; negative when less arrived. */
  const surplus = Math.round((amount - listed) * 100) / 100
  const isWhole = different.length === 0 && surplus === 0
  return (
    <>
      <p className="mt-2">
        {formatNumberOf(lines.length, 'parcel')}
        {isWhole ? ', each paid as owed.' : '.'}
      </p>
      {surplus === 0 ? null : (
        <p className="font-semibold text-danger-deep">
          {formatAmount(Math.abs(surplus))} {surplus > 0 ? 'more' : 'less'} arrived than the parcels add up
          to.
        </p>
      )}
      {different.length > 0 ? (
        <ul className="mt-1 grid gap-1">
          {different.map((line) => (
            <li key={`${line.number} ${line.amount}`}>
              {line.orderId === undefined ? (
                `${line.number}: no open order has this number. ${formatAmount(line.amount)} paid.`
              ) : (
                <>
                  <Link to={`/orders/${line.orderId}`} className={TEXT_LINK}>
                    #{orderNumber(line.orderId)}
                  </Link>
                  : {formatAmount(line.amount)} paid, {formatAmount(line.owed ?? 0)} owed.
                </>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
