import { Button, LinkButton } from '@nashta/ui/button'
import { Container } from '@nashta/ui/layout'
import { useHydrated } from '@nashta/ui/use-hydrated'
import { useEffect, useState } from 'react'
import { useProductsById } from '../data/use-products-by-id.ts'
import { useSession } from '../features/account/session/session-provider.tsx'
import { toCards } from '../features/catalogue/card-product.ts'
import { CollectionHeader, ProductListOrText } from '../features/catalogue/collection-page.tsx'
import { ProductGrid } from '../features/catalogue/product-grid.tsx'
import { useFavourites } from '../features/favourites/heart.tsx'
import { syncFavourites } from '../features/favourites/press-heart.ts'
import { pageMeta } from '../server/page-meta.ts'
import type { Route } from './+types/favourites'
import { renderCardActions } from './card-actions.tsx'

const SHOWN_AT_ONCE = 24
const DESCRIPTION = 'The snacks you have marked with a heart.'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: 'Favourites', description: DESCRIPTION, path: '/favourites', noindex: true })

/** The server has no favourites: those of a guest are only in the browser. */
export default function FavouritesRoute() {
  const { status, user } = useSession()
  const isKnown = useHydrated() && status !== 'unknown'
  const intro = user
    ? DESCRIPTION
    : `${DESCRIPTION} They stay in this browser; sign in to have them everywhere.`
  return (
    <Container>
      <CollectionHeader title="Favourites" intro={intro} tone="blush" />
      <div className="min-h-[50vh] pt-8 pb-24 sm:pt-10 lg:pb-36">
        {isKnown ? <FavouriteSnacks key={user?.sub} userId={user?.sub} /> : <WaitingText />}
        <noscript>
          <p className="text-lg">Favourites need JavaScript.</p>
        </noscript>
      </div>
    </Container>
  )
}

/** Without scripts the text below says why nothing comes. */
function WaitingText() {
  return (
    <output data-waiting="" className="block text-lg text-ink-soft">
      Loading your favourites...
    </output>
  )
}

function FavouriteSnacks({ userId }: { userId: string | undefined }) {
  const current = useFavourites(userId)
  const isSynced = useSynced(userId)
  // What is taken out stays on the page until it is left: the heart can be pressed again.
  const [ids, setIds] = useState(current)
  const added = current.filter((id) => !ids.includes(id))
  if (added.length > 0) setIds([...added, ...ids])
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const { products, error } = useProductsById(ids.slice(0, shown))
  if (ids.length === 0) return isSynced ? <NoFavourites /> : <WaitingText />
  return (
    <ProductListOrText
      products={products && toCards(products, [])}
      error={error}
      loadingText="Loading your favourites..."
      emptyText="Your favourites are no longer sold."
    >
      {(cards) => (
        <>
          <ProductGrid products={cards} columns="four" isMain renderAction={renderCardActions} />
          {ids.length > shown ? (
            <div className="mt-12 text-center">
              <Button look="outline" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
                Show more
              </Button>
            </div>
          ) : null}
        </>
      )}
    </ProductListOrText>
  )
}

/** Whether the store has been asked what other devices have changed. A guest has only this browser. */
function useSynced(userId: string | undefined) {
  const [isSynced, setSynced] = useState(userId === undefined)
  useEffect(() => {
    if (userId !== undefined) void syncFavourites(userId).then(() => setSynced(true))
  }, [userId])
  return isSynced
}

function NoFavourites() {
  return (
    <div className="grid justify-items-start gap-6">
      <p className="text-lg text-ink-soft text-pretty">
        Nothing here yet. Press the heart on a snack, and you find it here.
      </p>
      <LinkButton to="/collections/allproducts">See all snacks</LinkButton>
    </div>
  )
}
