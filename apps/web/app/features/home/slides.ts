import { shelfPath } from '@nashta/contracts/storefront/shelf-rules'
import { HERO_PICTURES } from './pictures.ts'

/** One slide for each category. `backdrop` is the colour of the picture's upper edge. */
export const SLIDES = [
  {
    title: ['Delicious', 'Donuts'],
    lead: 'Soft dough, thick icing, flavours you grew up with: kesar pista, Alphonso mango, red velvet.',
    to: shelfPath('donuts'),
    alt: 'Stack of iced donuts with sprinkles on a peach backdrop',
    backdrop: 'bg-peach',
    picture: HERO_PICTURES.donuts,
  },
  {
    title: ['Gourmet', 'Potato Chips'],
    lead: 'Paper-thin, ridged or kettle-cooked, dusted with masala the moment they leave the pan. All of them loud.',
    to: shelfPath('chips'),
    alt: 'Bowl of potato chips with chips flying around it on a butter-yellow backdrop',
    backdrop: 'bg-butter',
    picture: HERO_PICTURES.chips,
  },
  {
    title: ['Premium', 'Chocolates'],
    lead: 'Bars that snap, truffles that melt and bonbons painted by hand, from bitter dark to ruby pink.',
    to: shelfPath('chocolates'),
    alt: 'Stack of dark, milk, white and ruby chocolate with truffles and bonbons',
    backdrop: 'bg-blush',
    picture: HERO_PICTURES.chocolates,
  },
  {
    title: ['Mixed Nuts', '& Treats'],
    lead: 'Roasted by the handful, with cookies, macarons and laddoos for whoever comes by.',
    to: shelfPath('nuts-treats'),
    alt: 'Bowl of mixed nuts with cookies, macarons and a laddoo on a mint backdrop',
    backdrop: 'bg-mint',
    picture: HERO_PICTURES.nuts,
  },
] as const

export type Slide = (typeof SLIDES)[number]
