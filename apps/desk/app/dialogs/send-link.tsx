import { whatsAppLink } from '@nashta/contracts/orders/contact-links'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { QrCode } from '@nashta/ui/qr-code'
import { useFace } from '../data/face.ts'
import { formatAmount } from '../data/formats.ts'
import { useToast } from '../shell/toasts.tsx'
import { Action, actionClasses } from '../ui/controls.tsx'

/** The page of an order, to send by WhatsApp or mail with a text, and as a QR code while something is to be paid. */
export function SendLink({ order, link }: { order: DeskOrder; link: string }) {
  const showToast = useToast()
  const { shopName } = useFace()
  const url = new URL(link, location.origin).href
  const text = `${messageOf(order, shopName)}: ${url}`
  const { email, phone = '' } = order.customer ?? {}
  const subject = `Order #${orderNumber(order.purchaseId)}`

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
      {isToPay(order) ? (
        <QrCode text={url} label="The page of the order" className="mb-3 w-48 bg-white" />
      ) : null}
      <p className="mb-3 text-sm wrap-anywhere">{url}</p>
      <p className="flex flex-wrap gap-2">
        <a
          href={whatsAppLink(phone, text)}
          target="_blank"
          rel="noopener noreferrer"
          className={actionClasses(isToPay(order) ? 'main' : undefined)}
        >
          WhatsApp
        </a>
        {email ? (
          <a
            href={`mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
            className={actionClasses()}
          >
            Mail
          </a>
        ) : null}
        <Action onClick={() => void copy()}>Copy link</Action>
      </p>
    </>
  )
}

function isToPay({ work, owed }: DeskOrder) {
  return owed !== undefined || work === 'waiting'
}

/** What the customer reads before the address of the page. */
function messageOf({ purchaseId, work, owed, edits = [], totalAmount = 0 }: DeskOrder, shopName: string) {
  const subject = `Your order #${orderNumber(purchaseId)} at ${shopName}`
  if (owed) return `${subject} was changed: please pay ${formatAmount(owed.amount)} more here`
  if (work === 'waiting') return `${subject}: please pay ${formatAmount(totalAmount)} here`
  const last = edits.at(-1)
  const isChanged = last && last.refusedAt === undefined && last.undoneAt === undefined
  return isChanged
    ? `${subject} was changed and costs ${formatAmount(totalAmount)}`
    : `${subject}, ${formatAmount(totalAmount)}`
}
