import { useHydrated } from '@nashta/ui/use-hydrated'
import { lazyPart } from '../data/late/awaited-parts.tsx'
import { NearView } from '../data/late/near-view.tsx'
import { readViewed } from '../features/catalogue/product/viewed-snacks.ts'
import type { SeenBeforeProps } from './seen-before.tsx'

const SeenBefore = lazyPart<SeenBeforeProps>(() => import('./seen-before.tsx'))

/** For a visitor who has been here before, once the page is scrolled to its place. */
export function SeenBeforePart(props: SeenBeforeProps) {
  // The server does not know who has been here.
  const isHydrated = useHydrated()
  if (!isHydrated || (props.userId === undefined && readViewed().length === 0)) return null
  return (
    <NearView>
      <SeenBefore {...props} />
    </NearView>
  )
}
