import { callLink, whatsAppLink } from '@nashta/contracts/orders/contact-links'
import { actionClasses } from '../../ui/controls.tsx'

/** Call, WhatsApp and mail at a tap. */
export function ContactLinks({ phone, email }: { phone: string; email: string | null }) {
  return (
    <p className="flex flex-wrap gap-2">
      {phone ? (
        <>
          <a href={callLink(phone)} className={actionClasses()}>
            Call
          </a>
          <a href={whatsAppLink(phone)} target="_blank" rel="noopener noreferrer" className={actionClasses()}>
            WhatsApp
          </a>
        </>
      ) : null}
      {email ? (
        <a href={`mailto:${email}`} className={actionClasses()}>
          Mail
        </a>
      ) : null}
    </p>
  )
}
