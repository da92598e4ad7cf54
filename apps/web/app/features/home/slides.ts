import type { Slide } from '@nashta/contracts/storefront/home-rules'
import { HERO_PICTURES } from './pictures.ts'

/** The colour behind a picture that comes with the store is that of its upper edge. */
const BACKDROPS_OF_ARTS: Record<keyof typeof HERO_PICTURES, string> = {
  donuts: 'bg-peach',
  chips: 'bg-butter',
  chocolates: 'bg-blush',
  nuts: 'bg-mint',
}

const BACKDROPS = Object.values(BACKDROPS_OF_ARTS)

/** How a slide looks. `art` is the picture of the store that it shows, if any. */
export function lookOf({ art, picture }: Slide, index: number) {
  const known = picture === undefined && art !== undefined && isArt(art) ? art : undefined
  return {
    art: known && HERO_PICTURES[known],
    backdrop: known ? BACKDROPS_OF_ARTS[known] : (BACKDROPS[index % BACKDROPS.length] ?? ''),
  }
}

function isArt(art: string): art is keyof typeof HERO_PICTURES {
  return art in HERO_PICTURES
}
