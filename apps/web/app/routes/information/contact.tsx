import { stateName } from '@nashta/contracts/gst-states'
import { Link } from 'react-router'
import { TextPage } from '../../features/layout/text-page.tsx'
import { WithShop } from '../../features/layout/with-shop.tsx'
import { staticMeta } from '../../server/page-meta.ts'
import { SUPPORT } from '../../texts/delivery.ts'

const LEAD = `${SUPPORT}: by mail, by phone, or through the form for complaints.`

export const meta = staticMeta({ title: 'Contact', description: LEAD, path: '/contact' })

export default function ContactRoute() {
  return (
    <TextPage title="Contact" lead={LEAD}>
      <WithShop>
        {({ legalName, address, state, phone, email, fssai, gstin, grievanceOfficer: officer }) => (
          <>
            <h2>Customer care</h2>
            <ContactList email={email} phone={phone} />
            <h2>Who runs this shop</h2>
            <p>
              {legalName}
              <br />
              {address}, {stateName(state)}
            </p>
            <ul>
              <li>FSSAI licence {fssai}</li>
              {gstin ? <li>GSTIN {gstin}</li> : null}
            </ul>
            <h2>Grievance officer</h2>
            <p>
              {officer.name}, {officer.designation}
            </p>
            <ContactList email={officer.email} phone={officer.phone} />
            <p>
              To complain about anything, use <Link to="/grievance">the form for complaints</Link>: you get a
              number and a link to its status. We reply within 48 hours and close every complaint within one
              month.
            </p>
          </>
        )}
      </WithShop>
      <h2>About an order</h2>
      <p>
        Where your order is now, you see in your <Link to="/purchase-history">Purchase History</Link>. If
        something is wrong with it, <Link to="/grievance">tell us here</Link>, with the order's number.
      </p>
      <h2>About your account</h2>
      <p>
        Your name, your phone number and your password are yours to change in your{' '}
        <Link to="/profile">profile</Link>. If you cannot get in, the sign-in page sends you a code.
      </p>
    </TextPage>
  )
}

function ContactList({ email, phone }: { email: string; phone: string }) {
  return (
    <ul>
      <li>
        E-mail: <a href={`mailto:${email}`}>{email}</a>
      </li>
      <li>
        Phone: <a href={`tel:${phone}`}>{phone}</a>
      </li>
    </ul>
  )
}
