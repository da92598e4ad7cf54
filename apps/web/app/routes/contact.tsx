import { Link } from 'react-router'
import { TextPage } from '../features/layout/text-page.tsx'
import { staticMeta } from '../server/page-meta.ts'
import { SUPPORT } from '../texts/delivery.ts'

const LEAD = `${SUPPORT}: answer any mail of ours, at any hour of the day or night.`

export const meta = staticMeta({ title: 'Contact | Nashta', description: LEAD, path: '/contact' })

export default function ContactRoute() {
  return (
    <TextPage title="Contact" lead={LEAD}>
      <h2>About an order</h2>
      <p>
        Reply to the mail that confirmed it. The order's number is in there already, so you need not look for
        it. Where your order is now, you see in your <Link to="/purchase-history">Purchase History</Link>.
      </p>
      <h2>About your account</h2>
      <p>
        Your name, your phone number and your password are yours to change in your{' '}
        <Link to="/profile">profile</Link>. If you cannot get in, the sign-in page sends you a code.
      </p>
      <h2>About anything else</h2>
      <p>
        Our postal address, e-mail address and phone number are not published yet; they will be on this page.
        Until then, answer any mail you have from us.
      </p>
    </TextPage>
  )
}
