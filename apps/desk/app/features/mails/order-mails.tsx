import { useCall } from '@nashta/browser/forms/use-call'
import { MAIL_TITLES, ORDER_MAIL_KINDS, type OrderMailKind } from '@nashta/contracts/mails/mails'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { sendOrderMail } from '@nashta/contracts/orders/desk/order-calls'
import { Failure } from '@nashta/ui/failure'
import { formatAmount } from '../../data/formats.ts'
import { useFetchShop } from '../../session/desk-session.tsx'
import { useToast } from '../../shell/toasts.tsx'
import { Action, Card } from '../../ui/controls.tsx'
import { failureText } from '../../ui/query-state.tsx'

type OrderMailsProps = { order: DeskOrder; onSaved: (order: DeskOrder) => void }
type OrderMail = { mail: OrderMailKind; refundId?: string | undefined }

/** Sends the mails about the present state of an order again. Nothing when there are none. */
export function OrderMails({ order, onSaved }: OrderMailsProps) {
  const fetchShop = useFetchShop()
  const showToast = useToast()
  const send = useCall(async (body: OrderMail, idempotencyKey) => {
    const params = { orderId: order.purchaseId }
    onSaved((await fetchShop(sendOrderMail, { params, body, idempotencyKey })).data)
    showToast({ text: 'The mail is on its way' })
  }, failureText)
  // A newer Shop API may have kinds that this desk does not know.
  const mails = order.mails.flatMap(({ mail, refundId }) => {
    const known = ORDER_MAIL_KINDS.find((kind) => kind === mail)
    return known ? [{ mail: known, refundId }] : []
  })
  if (mails.length === 0) return null

  return (
    <Card title="Mails">
      <p className="mb-2 text-ink-soft">They go to the address that the order has now.</p>
      <ul className="grid gap-2">
        {mails.map(({ mail, refundId }) => {
          const refund = order.refunds?.find((each) => each.refundId === refundId)
          const title = [MAIL_TITLES[`order-${mail}`], refund && formatAmount(refund.amount)]
            .filter(Boolean)
            .join(', ')
          return (
            <li
              key={`${mail} ${refundId ?? ''}`}
              className="flex flex-wrap items-center justify-between gap-2"
            >
              <span>{title}</span>
              <Action
                aria-label={`Send again: ${title}`}
                aria-disabled={send.isBusy || undefined}
                onClick={() => void send.run({ mail, ...(refundId !== undefined && { refundId }) })}
              >
                Send again
              </Action>
            </li>
          )
        })}
      </ul>
      {send.failure ? <Failure>{send.failure}</Failure> : null}
    </Card>
  )
}
