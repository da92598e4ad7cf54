import { Container } from '@nashta/ui/layout'
import { Link } from 'react-router'
import type { PageShelf } from '../../data/shop/read-storefront.ts'
import { useFace } from '../../data/shop/use-face.ts'
import { useShelves } from '../../data/shop/use-shelves.ts'
import { Definition } from '../../features/home/definition.tsx'
import { TextPage } from '../../features/layout/text-page.tsx'
import { staticMeta } from '../../server/page-meta.ts'

const LEAD = 'We sell the small meal between meals: iced donuts, loud chips, good chocolate, nuts and sweets.'

export const meta = staticMeta({ title: 'About us', description: LEAD, path: '/about' })

/** The text about the shelves of a new shop, or the names of the shop's own shelves. */
function whatIsOnTheCounter(shelves: readonly PageShelf[]) {
  const names = shelves.map(({ name }) => name)
  if (names.length === 0 || names.join() === FIRST_NAMES) return FIRST_COUNTER
  return `On our shelves: ${names.join(', ')}. We keep them short on purpose.`
}

const FIRST_NAMES = 'Donuts,Chips,Chocolates,Nuts & Treats'
const FIRST_COUNTER =
  'Four shelves, and we keep them short on purpose: donuts under proper icing, chips from paper-thin to Kerala banana, chocolate from bitter dark to ruby pink, and nuts with the cookies, macarons and laddoos that belong beside them.'

export default function AboutRoute() {
  const face = useFace()
  const name = face?.name ?? 'Our shop'
  return (
    <>
      <TextPage title="About us" lead={LEAD}>
        <p>
          Every Indian afternoon has an hour that lunch cannot reach and dinner will not hurry for. Somebody
          puts the kettle on, somebody else asks what there is to eat with it. {name} is the answer to that
          question.
        </p>
        <h2>What is on the counter</h2>
        <p>
          {whatIsOnTheCounter(useShelves())} If something leaves the shelf, it is because something better has
          come.
        </p>
        <h2>How we keep shop</h2>
        <ul>
          <li>
            The price you see is the price you pay, in rupees, taxes included. If delivery has a fee, the cart
            says so.
          </li>
          <li>
            Best sellers are what sold best, counted over the last ninety days. Nobody can buy the place.
          </li>
          <li>Nobody watches you walk around: there are no trackers and no advertisements on these pages.</li>
        </ul>
        <p>
          Hungry? <Link to="/collections/allproducts">See all the snacks</Link>, or start with{' '}
          <Link to="/collections/best-sellers">what everybody else takes</Link>.
        </p>
      </TextPage>
      {face?.isFirst ? (
        <Container>
          <div className="pb-24 lg:pb-36">
            <Definition />
          </div>
        </Container>
      ) : null}
    </>
  )
}
