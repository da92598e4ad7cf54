import { shelfPath } from '../catalogue/product-urls.ts'

// What the home page shows besides products, and the line above every page.

export const HOME_SLIDES_MAX = 8

/** The parts of the home page below its slides, with their names at the desk. */
export const HOME_SECTIONS = {
  shelves: 'Tiles of the shelves',
  suggested: 'Suggested Snacks',
  'best-sellers': 'Best sellers',
  trending: 'Trending snacks',
  benefits: 'Benefits',
  newsletter: 'Newsletter',
} as const
export type HomeSection = keyof typeof HOME_SECTIONS
export const HOME_SECTION_NAMES = Object.keys(HOME_SECTIONS) as HomeSection[]

/** Pictures of slides that come with the store. */
export const SLIDE_ARTS = ['donuts', 'chips', 'chocolates', 'nuts'] as const

export type Slide = {
  title: string
  text: string
  /** Where SHOP NOW leads: a path of this store. */
  to: string
  /** The key of an uploaded picture. */
  picture?: string | undefined
  /** One of `SLIDE_ARTS`, for a slide without an uploaded picture. */
  art?: string | undefined
  /** What the picture shows. */
  alt?: string | undefined
}

/** The line above every page. Without it, pages tell when delivery is free. */
export type Announcement = { text: string; to?: string | undefined }

export type Home = {
  announcement?: Announcement | undefined
  slides: readonly Slide[]
  /** The sections in their order. A section that is missing is not shown. */
  sections: readonly string[]
}

/** The home page of a new shop. */
export const FIRST_HOME: Home = {
  slides: [
    {
      title: 'Delicious Donuts',
      text: 'Soft dough, thick icing, flavours you grew up with: kesar pista, Alphonso mango, red velvet.',
      to: shelfPath('donuts'),
      art: 'donuts',
      alt: 'Stack of iced donuts with sprinkles on a peach backdrop',
    },
    {
      title: 'Gourmet Potato Chips',
      text: 'Paper-thin, ridged or kettle-cooked, dusted with masala the moment they leave the pan. All of them loud.',
      to: shelfPath('chips'),
      art: 'chips',
      alt: 'Bowl of potato chips with chips flying around it on a butter-yellow backdrop',
    },
    {
      title: 'Premium Chocolates',
      text: 'Bars that snap, truffles that melt and bonbons painted by hand, from bitter dark to ruby pink.',
      to: shelfPath('chocolates'),
      art: 'chocolates',
      alt: 'Stack of dark, milk, white and ruby chocolate with truffles and bonbons',
    },
    {
      title: 'Mixed Nuts & Treats',
      text: 'Roasted by the handful, with cookies, macarons and laddoos for whoever comes by.',
      to: shelfPath('nuts-treats'),
      art: 'nuts',
      alt: 'Bowl of mixed nuts with cookies, macarons and a laddoo on a mint backdrop',
    },
  ],
  sections: HOME_SECTION_NAMES,
}

/** The title in two lines that are about equally long. The second one is empty for a single word. */
export function titleLines(title: string): [string, string] {
  const spaces = Array.from(title.matchAll(/ /g), ({ index }) => index)
  const middle = title.length / 2
  const [best] = spaces.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
  return best === undefined ? [title, ''] : [title.slice(0, best), title.slice(best + 1)]
}
