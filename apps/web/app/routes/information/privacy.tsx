import type { ProviderName } from '@nashta/contracts/constants'
import { formatLongDate } from '@nashta/contracts/dates'
import { TERMS_VERSION } from '@nashta/contracts/identity/terms-version'
import { Link } from 'react-router'
import { usePaymentSummary } from '../../data/shop/use-payment-summary.ts'
import { TextPage } from '../../features/layout/text-page.tsx'
import { WithShop } from '../../features/layout/with-shop.tsx'
import { staticMeta } from '../../server/page-meta.ts'

const LEAD = 'We keep what an order needs, and say here what that is. There are no trackers on these pages.'

const VERSION_TEXT = `Version of ${formatLongDate(TERMS_VERSION)}`

export const meta = staticMeta({ title: 'Privacy', description: LEAD, path: '/privacy' })

/** What happens to the details of a payment, by the provider that takes it. */
const PROCESSOR_TEXTS: Record<ProviderName, string> = {
  simulator:
    'Of a card we keep its kind and its last four digits. The whole number goes to the payment service and is not written down; the CVV does not even leave your browser.',
  upi: 'You pay by UPI from your own app to our UPI id. Our bank shows us your name, your UPI id and the reference of the payment; of these we keep the reference.',
  razorpay:
    'You pay online at Razorpay, our payment service. It learns your name, e-mail address and phone number, what the order costs, and the card, UPI id or bank that you use there; these details do not reach us. It tells us whether you have paid.',
}

export default function PrivacyRoute() {
  const providers = usePaymentSummary()?.providers ?? []
  return (
    <TextPage title="Privacy" lead={LEAD} versionText={VERSION_TEXT}>
      <h2>While you look around</h2>
      <p>
        Nothing on these pages comes from anybody else's server, and nobody else learns that you were here.
        Our own server notes each request, to find faults and to refuse visitors who send too many.
      </p>
      <h2>In your browser</h2>
      <ul>
        <li>Your cart, and the list of snacks as it last came, so that both are there without a network.</li>
        <li>Your last five searches, until you forget them there. We do not see this list.</li>
        <li>
          The snacks that you last looked at, until you clear the list there. We do not see it. Your
          favourites, until you sign in.
        </li>
        <li>Until you close the tab: the pincode that you last used, to show what delivery costs.</li>
        <li>
          Until you close the tab, sign out or have ordered: what you have typed at the checkout, so that a
          reload does not lose it. Never anything of a card.
        </li>
        <li>While you are signed in: your name, your e-mail address and a pass that works for an hour.</li>
        <li>
          One cookie, which no script can read: it renews that pass. It goes when you sign out, and stays for
          thirty days if you asked to be remembered.
        </li>
        <li>
          A second one with a random number, by which we know this browser again when you sign in, so that
          strangers who guess at your password cannot lock you out. It stays for thirteen months.
        </li>
      </ul>
      <h2>With us, when you have an account</h2>
      <p>
        E-mail address, name, birth date, gender and phone number, as you gave them, and when you agreed to
        which version of this page. Of your password only a fingerprint, from which nobody can find the
        password.
      </p>
      <p>
        Unless you are under 18, also which snacks you look at, put into your cart and buy while you are
        signed in, to suggest others that you may like.
      </p>
      <p>Your favourites, until you take them out.</p>
      <h2>With us, when you wait for a snack</h2>
      <p>
        Which sold-out snack you wait for, and the e-mail address that we write to when it is back: once. We
        keep both until that mail and thirty days longer; without that mail for at most 180 days; or until you
        take it back on the page of the snack or by the link in our mail. Without an account we first ask by
        mail whether the address is yours; without a yes, we forget it after two days.
      </p>
      <h2>With us, when you buy</h2>
      <p>What you bought, what it cost, where it goes and how you paid.</p>
      <p>
        What we note about you while we serve you, such as “rings before ten”, and words by which we find your
        orders again, such as “wholesale”. If parcels that you would pay in cash come back, we may stop taking
        cash on delivery from your account and phone number; of the number we keep a fingerprint for that. If
        you have ordered under two addresses, we may show both as one customer to ourselves. With an account
        you can download the notes, the words and whether we take cash; all of it goes when your data is
        deleted.
      </p>
      <p>
        From which batch of a snack your parcel was packed. If a batch is recalled, we write to you, and keep
        a fingerprint of your address for sixty days, so that you get that mail once. It goes when your data
        is deleted.
      </p>
      {providers.map((provider) => (
        <p key={provider}>{PROCESSOR_TEXTS[provider]}</p>
      ))}
      <h2>With us, when you ask for help</h2>
      <p>Your e-mail address, what you wrote, the pictures that you added, and what we answered.</p>
      <h2>With us, when you rate a snack</h2>
      <p>
        Your stars, text and pictures, which everybody sees, and your first name only if you want it shown.
        You can change and erase the rating on the page of the snack, also when the snack is not sold any
        more.
      </p>
      <p>
        Which ratings of others you have found helpful, so that each vote counts once: with an account until
        you have your data deleted, and without one as a short code of your network that names nobody, for
        ninety days.
      </p>
      <h2>With us, when you take the newsletter</h2>
      <p>
        Your name and your e-mail address, once you have confirmed them by the link in our mail. Every
        newsletter has a link that ends it.
      </p>
      <h2>Yours to decide</h2>
      <p>
        Ask what we hold about you, have it corrected or have it deleted:{' '}
        <Link to="/contact">write to us</Link>. What the law makes us keep about an order, such as its amount,
        we keep for as long as the law says.
      </p>
      <h2>Who answers for it</h2>
      <WithShop>
        {({ legalName, address, grievanceOfficer: officer }) => (
          <p>
            {legalName}, {address}. Questions about your data go to {officer.name}, {officer.designation}:{' '}
            <a href={`mailto:${officer.email}`}>{officer.email}</a>, {officer.phone}.
          </p>
        )}
      </WithShop>
    </TextPage>
  )
}
