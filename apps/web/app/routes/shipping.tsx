import { stateName } from '@nashta/contracts/shop/gst-states'
import { Link } from 'react-router'
import { TextPage } from '../features/layout/text-page.tsx'
import { WithShop } from '../features/layout/with-shop.tsx'
import { staticMeta } from '../server/page-meta.ts'
import { FREE_DELIVERY } from '../texts/delivery.ts'

const LEAD = `${FREE_DELIVERY}, and usually at your door within five days.`

export const meta = staticMeta({ title: 'Shipping | Nashta', description: LEAD, path: '/shipping' })

export default function ShippingRoute() {
  return (
    <TextPage title="Shipping" lead={LEAD}>
      <h2>What it costs</h2>
      <p>
        The checkout shows what delivery costs before you pay, and the total includes it. At the moment every
        order goes out free.
      </p>
      <h2>When it comes</h2>
      <p>
        Each order gets a day by which we expect it at your door, five days after you placed it. It stands on
        the confirmation, in the mail and in your <Link to="/purchase-history">Purchase History</Link>.
      </p>
      <h2>How you know</h2>
      <ul>
        <li>A mail when your order is confirmed.</li>
        <li>A mail when it leaves us.</li>
        <li>A mail when it has been delivered.</li>
      </ul>
      <h2>Who sends it</h2>
      <WithShop>
        {({ legalName, address, state }) => (
          <p>
            {legalName}, {address}, {stateName(state)}.
          </p>
        )}
      </WithShop>
      <h2>Where we deliver</h2>
      <p>
        Anywhere in India that has a pincode. Please give a phone number the courier can call: it is used for
        this delivery and for nothing else.
      </p>
    </TextPage>
  )
}
