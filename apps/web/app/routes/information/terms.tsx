import { formatLongDate } from '@nashta/contracts/dates'
import { stateName } from '@nashta/contracts/gst-states'
import { TERMS_VERSION } from '@nashta/contracts/identity/terms-version'
import {
  A_BUYER,
  HIDE_REASON_TEXTS,
  HIDE_REASONS,
  PICTURES_PER_RATING_MAX,
} from '@nashta/contracts/ratings/rating-texts'
import { Link } from 'react-router'
import { useGuestCheckout } from '../../data/shop/use-guest-checkout.ts'
import { type PaymentSummary, usePaymentSummary } from '../../data/shop/use-payment-summary.ts'
import { TextPage } from '../../features/layout/text-page.tsx'
import { WithShop } from '../../features/layout/with-shop.tsx'
import { staticMeta } from '../../server/page-meta.ts'
import { waysToPay } from '../../texts/payment.ts'

const LEAD = 'What you may expect of us, and we of you, when you buy a snack here.'

const MUST_HAVE_ACCOUNT =
  'Everybody may look; to buy you need an account, so that your orders can be found again.'
const MAY_BUY_AS_GUEST =
  'Everybody may look, and buy with or without an account. Without one, the link in our mail leads to your order.'

const VERSION_TEXT = `Version of ${formatLongDate(TERMS_VERSION)}`

export const meta = staticMeta({ title: 'Terms', description: LEAD, path: '/terms' })

export default function TermsRoute() {
  const mayBuyAsGuest = useGuestCheckout()
  const payments = usePaymentSummary()
  return (
    <TextPage title="Terms" lead={LEAD} versionText={VERSION_TEXT}>
      <h2>Who you buy from</h2>
      <WithShop>
        {({ legalName, tradeName, address, state, fssai, gstin }) => (
          <p>
            {tradeName} is the shop of {legalName}, {address}, {stateName(state)}, with the FSSAI licence{' '}
            {fssai}
            {gstin ? ` and the GSTIN ${gstin}` : ''}.
          </p>
        )}
      </WithShop>
      <h2>An order</h2>
      <p>
        {mayBuyAsGuest ? MAY_BUY_AS_GUEST : MUST_HAVE_ACCOUNT} When you press Pay, you offer to buy; when we
        confirm the order, it is a contract. If a price changes while you are paying, nothing is charged and
        you are asked again.
      </p>
      <h2>Prices and payment</h2>
      <p>
        All prices are in rupees and include tax. {describePayment(payments)} An order is charged once,
        however often the button is pressed.
      </p>
      <h2>Delivery and returns</h2>
      <p>
        How your order reaches you is on the page about <Link to="/shipping">shipping</Link>; what happens
        when something is wrong with it, on the one about <Link to="/returns">returns</Link>. Both are part of
        these terms.
      </p>
      <h2>Your account</h2>
      <p>
        Keep your password to yourself, and tell us if somebody else has it. Please give an address and a
        phone number at which you can be reached. What we do with them is on the page about{' '}
        <Link to="/privacy">privacy</Link>.
      </p>
      <h2>Our part</h2>
      <p>
        We describe each snack as it is, and we answer for it. If you have an allergy, read the label on the
        pack before you open it: it has the last word on what is inside.
      </p>
      <RatingRules />
      <h2>Changes</h2>
      <p>
        A new version of these terms carries its own date, and is for orders placed after it. The law of India
        applies, and nothing here takes away a right it gives you.
      </p>
    </TextPage>
  )
}

function describePayment(payments: PaymentSummary | null): string {
  if (!payments) return 'Checkout shows the ways to pay before you order.'
  return payments.closedText ?? waysToPay(payments.methods)
}

/** The Indian standard IS 19000 for reviews by consumers requires these rules on the page. */
function RatingRules() {
  return (
    <>
      <h2 id="ratings">Ratings</h2>
      <p>
        Whoever has received a snack from us may rate it once: one to five stars and, if they like, a text and
        up to {PICTURES_PER_RATING_MAX} pictures. The rating can be changed and erased at any time. It carries
        a first name if the buyer wants that, otherwise “{A_BUYER}”.
      </p>
      <p>
        We pay for no rating, offer nothing in return for one, and write none ourselves. We hide none because
        it is bad. All are shown alike, the newest first or those that helped most visitors first, and all
        count the same in the average. We may answer each once, below it. A few days after a delivery we ask
        once how it tasted; a link in that mail ends such mails.
      </p>
      <p>
        A rating is hidden only for one of these reasons. Its author is told by mail and may object; a person
        answers, as to every <Link to="/grievance">complaint</Link>. If we were wrong, it is shown again.
      </p>
      <ul>
        {HIDE_REASONS.map((reason) => (
          <li key={reason}>{HIDE_REASON_TEXTS[reason]}</li>
        ))}
      </ul>
    </>
  )
}
