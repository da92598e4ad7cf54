import { describeTerms } from '@nashta/contracts/delivery/delivery-texts'
import type { DeliveryZones } from '@nashta/contracts/delivery/delivery-zones'
import { stateName } from '@nashta/contracts/gst-states'
import { Link } from 'react-router'
import { nullUnlessResponse } from '../../data/products/loader-failure.ts'
import { readShop } from '../../data/shop/read-shop.ts'
import { useDeliveryTexts } from '../../data/shop/use-delivery-texts.ts'
import { TextPage } from '../../features/layout/text-page.tsx'
import { WithShop } from '../../features/layout/with-shop.tsx'
import { fetchShopContext } from '../../server/contexts.server.ts'
import { pageMeta } from '../../server/page-meta.ts'
import type { Route } from './+types/shipping'

/** Shown while the terms of delivery are not known. */
const LEAD = 'Delivery to your door.'

export async function loader({ context }: Route.LoaderArgs) {
  const shop = await readShop(context.get(fetchShopContext))
  return { zones: shop && describeZones(shop.delivery) }
}

/** The texts are made on the server, so that the page loads no code for them. */
function describeZones({ zones, rest }: DeliveryZones) {
  return [
    ...zones.map((zone) => ({ name: zone.name, text: describeTerms(zone) })),
    {
      name: zones.length === 0 ? 'Everywhere in India' : 'Everywhere else in India',
      text: describeTerms(rest),
    },
  ]
}

/** While the store is unreachable, the page is shown without the zones. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return (await serverLoader().catch(nullUnlessResponse)) ?? { zones: null }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Shipping',
    description: matches[0].loaderData?.delivery?.lead ?? LEAD,
    path: '/shipping',
  })

export default function ShippingRoute({ loaderData: { zones } }: Route.ComponentProps) {
  return (
    <TextPage title="Shipping" lead={useDeliveryTexts()?.lead ?? LEAD}>
      <h2>Where we deliver, what it costs and when it comes</h2>
      {zones ? (
        <ul>
          {zones.map(({ name, text }) => (
            <li key={name}>
              <strong>{name}</strong>: {text}
            </li>
          ))}
        </ul>
      ) : (
        <p>The terms could not be loaded. Please load this page again.</p>
      )}
      <p>
        Type your pincode on the page of a snack or in the cart to see the day and the cost for your address.
        The checkout shows them again before you pay, and the total includes the cost.
      </p>
      <h2>When it comes</h2>
      <p>
        Each order gets a day by which we expect it at your door. It stands on the confirmation, in the mail
        and in your <Link to="/purchase-history">Purchase History</Link>.
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
      <p>
        Please give a phone number the courier can call: it is used for this delivery and for nothing else.
      </p>
    </TextPage>
  )
}
