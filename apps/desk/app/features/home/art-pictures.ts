import type { SLIDE_ARTS } from '@nashta/contracts/storefront/home-rules'
import chips from '../../../../../packages/ui/src/hero/hero-chips.webp?url'
import chocolates from '../../../../../packages/ui/src/hero/hero-chocolates.webp?url'
import donuts from '../../../../../packages/ui/src/hero/hero-donuts.webp?url'
import nuts from '../../../../../packages/ui/src/hero/hero-nuts.webp?url'

/** The pictures of slides that come with the store. */
const ART_PICTURES: Record<(typeof SLIDE_ARTS)[number], string> = { donuts, chips, chocolates, nuts }

/** The address of the picture; undefined for a name that this desk does not know. */
export function artPicture(art: string): string | undefined {
  return new Map(Object.entries(ART_PICTURES)).get(art)
}
