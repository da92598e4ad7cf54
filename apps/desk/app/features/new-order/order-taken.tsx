import { whatsAppLink } from '@nashta/contracts/orders/contact-links'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { LINK_HOURS } from '@nashta/contracts/orders/desk/take-order'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { QrCode } from '@nashta/ui/qr-code'
import { Link } from 'react-router'
import { useFace } from '../../data/face.ts'
import { formatAmount } from '../../data/formats.ts'
import { useToast } from '../../shell/toasts.tsx'
import { Action, actionClasses, Card, PageHeading } from '../../ui/controls.tsx'

export type OrderTakenProps = { order: DeskOrder; link: string; onNext: () => void }

/** The order is taken: its page as a link to send, and as a QR code for the customer's phone. */
export function OrderTaken({ order, link, onNext }: OrderTakenProps) {
  const showToast = useToast()
  const { shopName } = useFace()
  const url = new URL(link, location.origin).href
  const number = `#${orderNumber(order.purchaseId)}`
  const isWaiting = order.work === 'waiting'
  const amount = formatAmount(order.totalAmount ?? 0)
  const text = isWaiting
    ? `Your order ${number} at ${shopName}: please pay ${amount} here: ${url}`
    : `Your order ${number} at ${shopName}, ${amount}: ${url}`
  const { email, phone = '' } = order.customer ?? {}

  async function copy() {
    try {
      // Without https, `navigator.clipboard` is undefined, and this line throws.
      await navigator.clipboard.writeText(url)
      showToast({ text: 'Copied' })
    } catch {
      showToast({ text: url })
    }
  }

  return (
    <>
      <PageHeading title={`Order ${number} is taken`} />
      <Card title={isWaiting ? `${amount} to pay` : amount}>
        <p className="mb-3">
          {isWaiting
            ? `The link is good for ${LINK_HOURS} hours. After that the order ends, and its snacks are for sale again.`
            : 'The link shows the customer how far the order is.'}
        </p>
        <QrCode text={url} label="The page of the order" className="mb-3 w-48 bg-white" />
        <p className="mb-3 text-sm wrap-anywhere">{url}</p>
        <p className="flex flex-wrap gap-2">
          <a
            href={whatsAppLink(phone, text)}
            target="_blank"
            rel="noopener noreferrer"
            className={actionClasses('main')}
          >
            WhatsApp
          </a>
          {email ? (
            <a
              href={`mailto:${email}?subject=${encodeURIComponent(`Order ${number}`)}&body=${encodeURIComponent(text)}`}
              className={actionClasses()}
            >
              Mail
            </a>
          ) : null}
          <Action onClick={() => void copy()}>Copy link</Action>
        </p>
      </Card>
      <p className="mt-4 flex flex-wrap gap-2">
        <Action look="main" onClick={onNext}>
          Next order
        </Action>
        <Link to={`/orders/${encodeURIComponent(order.purchaseId)}`} className={actionClasses()}>
          Open the order
        </Link>
      </p>
    </>
  )
}
