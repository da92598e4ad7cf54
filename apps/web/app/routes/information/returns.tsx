import { Link } from 'react-router'
import { TextPage } from '../../features/layout/text-page.tsx'
import { WithShop } from '../../features/layout/with-shop.tsx'
import { staticMeta } from '../../server/page-meta.ts'

const LEAD = 'If a snack reaches you broken, stale or mistaken for another, we put it right.'

export const meta = staticMeta({ title: 'Returns', description: LEAD, path: '/returns' })

export default function ReturnsRoute() {
  return (
    <TextPage title="Returns" lead={LEAD}>
      <h2>Something is wrong with it</h2>
      <WithShop>
        {({ email, returnWindowDays }) => (
          <p>
            Tell us <Link to="/grievance">here</Link> or at <a href={`mailto:${email}`}>{email}</a> within{' '}
            {formatDays(returnWindowDays)} of delivery, best with a picture of what came. We send the snack
            again or give the money back, whichever you prefer. You need not send anything back.
          </p>
        )}
      </WithShop>
      <h2>You changed your mind</h2>
      <p>
        Until we begin to pack an order, you can cancel it yourself on its page in your{' '}
        <Link to="/purchase-history">Purchase History</Link>. After that, and until it is delivered,{' '}
        <Link to="/contact">tell customer care</Link>. Cancelling costs nothing. Food that has been delivered
        in good order we cannot take back, because nobody else could be offered it.
      </p>
      <h2>How the money comes back</h2>
      <p>
        The way it went: to the card, the UPI id or the bank it came from. Whoever paid in cash tells us where
        to send it. The page of an order shows how far its refund is.
      </p>
    </TextPage>
  )
}

function formatDays(days: number) {
  return days === 1 ? 'one day' : `${days} days`
}
