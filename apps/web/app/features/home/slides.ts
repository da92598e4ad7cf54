import chips from './pictures/hero-chips.webp?w=320;480;640;960&aspect=4:3&position=right&format=avif;webp&quality=50&effort=2&as=picture'
import chocolates from './pictures/hero-chocolates.webp?w=320;480;640;960&aspect=4:3&position=right&format=avif;webp&quality=50&effort=2&as=picture'
import donutsClose from './pictures/hero-donuts.webp?w=400;640;860;1250&aspect=5:4&position=right&format=avif;webp&quality=50&effort=2&as=picture'
import donuts from './pictures/hero-donuts.webp?w=1000;1500;2000&format=avif;webp&quality=62&effort=2&as=picture'
import nuts from './pictures/hero-nuts.webp?w=320;480;640;960&aspect=4:3&position=right&format=avif;webp&quality=50&effort=2&as=picture'

export const HERO = {
  title: ['Delicious', 'Donuts'],
  alt: 'Stack of iced donuts with sprinkles on a peach backdrop',
  wide: donuts,
  close: donutsClose,
}

export const SLIDES = [
  {
    title: 'Gourmet Potato Chips',
    alt: 'Bowl of potato chips with chips flying around it on a butter-yellow backdrop',
    category: 'Chips',
    backdrop: 'from-butter via-butter-lit to-butter-lit md:bg-butter',
    picture: chips,
  },
  {
    title: 'Premium Chocolates',
    alt: 'Stack of dark, milk, white and ruby chocolate with truffles and bonbons',
    category: 'Chocolates',
    backdrop: 'from-blush via-blush-lit to-blush md:bg-blush',
    picture: chocolates,
  },
  {
    title: 'Mixed Nuts & Treats',
    alt: 'Bowl of mixed nuts with cookies, macarons and a laddoo on a mint backdrop',
    category: 'Nuts & Treats',
    backdrop: 'from-mint via-mint-lit to-mint-lit md:bg-mint',
    picture: nuts,
  },
]
