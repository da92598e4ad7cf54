import { Link } from 'react-router'
import { TextPage } from '../features/layout/text-page.tsx'
import { staticMeta } from '../server/page-meta.ts'
import { SUPPORT } from '../texts/delivery.ts'

const LEAD = 'Answer any mail of ours and it reaches a person, at any hour of the day or night.'

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
        Subscribe to the newsletter on the <Link to="/">home page</Link> and answer the mail that comes: it is
        the shortest way to us, and one press in the same mail ends the subscription again. {SUPPORT} is meant
        as written.
      </p>
    </TextPage>
  )
}
