import { LinkButton } from '@nashta/ui/button'
import { Container } from '@nashta/ui/layout'
import { useHydrated } from '@nashta/ui/use-hydrated'
import { useEffect, useState } from 'react'
import { lateModule } from '../data/late/late-module.ts'
import { useSession } from '../features/account/session/session-provider.tsx'
import { CollectionHeader } from '../features/catalogue/list/collection-page.tsx'
import { LOADING_FAVOURITES } from '../features/favourites/favourite-texts.ts'
import { useFavourites } from '../features/favourites/heart.tsx'
import { syncFavourites } from '../features/favourites/press-heart.ts'
import { pageMeta } from '../server/page-meta.ts'
import type { Route } from './+types/favourites'

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
      {LOADING_FAVOURITES}
    </output>
  )
}

const favouriteSnacks = lateModule(() => import('./favourite-snacks.tsx'))

function FavouriteSnacks({ userId }: { userId: string | undefined }) {
  const current = useFavourites(userId)
  const isSynced = useSynced(userId)
  // What is taken out stays on the page until it is left: the heart can be pressed again.
  const [ids, setIds] = useState(current)
  const added = current.filter((id) => !ids.includes(id))
  if (added.length > 0) setIds([...added, ...ids])
  const module = favouriteSnacks.useModule(ids.length > 0)
  if (ids.length === 0 && isSynced) return <NoFavourites />
  return module ? <module.FavouriteSnacks ids={ids} /> : <WaitingText />
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
