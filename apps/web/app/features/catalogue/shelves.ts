import type { Product } from '@nashta/contracts/product'

export type Shelf<P> = { name: string; anchor: string; blurb: string; products: P[] }

/** In the order people walk along them. */
export const SHELVES = [
  {
    name: 'Donuts',
    anchor: 'donuts',
    blurb: 'Soft rings under proper icing, from plain glazed to kesar pista.',
  },
  {
    name: 'Chips',
    anchor: 'chips',
    blurb: 'Paper-thin, ridged, kettle-cooked or Kerala banana. All of them loud.',
  },
  {
    name: 'Chocolates',
    anchor: 'chocolates',
    blurb: 'Bars, truffles and painted bonbons, from bitter dark to ruby pink.',
  },
  {
    name: 'Nuts & Treats',
    anchor: 'nuts-and-treats',
    blurb: 'Roasted by the handful, with cookies, macarons and laddoos alongside.',
  },
]

/** One shelf for each category we know, even when empty, then one for whatever else the catalogue holds. */
export function shelve<P extends Pick<Product, 'category'>>(products: P[]): Shelf<P>[] {
  const known = SHELVES.map((shelf) => ({
    ...shelf,
    products: products.filter((product) => product.category === shelf.name),
  }))
  const others = products.filter((product) => SHELVES.every((shelf) => shelf.name !== product.category))
  if (others.length === 0) return known
  return [
    ...known,
    {
      name: 'More snacks',
      anchor: 'more-snacks',
      blurb: 'Everything else on the counter.',
      products: others,
    },
  ]
}
