import chipsNarrow from '../../../../../packages/ui/src/hero/hero-chips.webp?w=480;860&aspect=5:4&position=right&format=avif;webp&quality=50&effort=2&as=picture'
import chips from '../../../../../packages/ui/src/hero/hero-chips.webp?w=1000;1500&format=avif;webp&quality=52&effort=2&as=picture'
import chocolatesNarrow from '../../../../../packages/ui/src/hero/hero-chocolates.webp?w=480;860&aspect=5:4&position=right&format=avif;webp&quality=50&effort=2&as=picture'
import chocolates from '../../../../../packages/ui/src/hero/hero-chocolates.webp?w=1000;1500&format=avif;webp&quality=52&effort=2&as=picture'
import donutsNarrow from '../../../../../packages/ui/src/hero/hero-donuts.webp?w=480;860&aspect=5:4&position=right&format=avif;webp&quality=50&effort=2&as=picture'
import donuts from '../../../../../packages/ui/src/hero/hero-donuts.webp?w=1000;1500;2000&format=avif;webp&quality=52&effort=2&as=picture'
import nutsNarrow from '../../../../../packages/ui/src/hero/hero-nuts.webp?w=480;860&aspect=5:4&position=right&format=avif;webp&quality=50&effort=2&as=picture'
import nuts from '../../../../../packages/ui/src/hero/hero-nuts.webp?w=1000;1500&format=avif;webp&quality=52&effort=2&as=picture'
import categories from './pictures/categories.webp?w=960;1920&format=avif;webp&quality=40&effort=2&as=picture'

/**
 * The build resizes each picture: the whole of it for wide screens, its right part for narrow screens. The donuts, on the
 * first slide, have a third width for the largest screens.
 */
export const HERO_PICTURES = {
  donuts: { wide: donuts, narrow: donutsNarrow },
  chips: { wide: chips, narrow: chipsNarrow },
  chocolates: { wide: chocolates, narrow: chocolatesNarrow },
  nuts: { wide: nuts, narrow: nutsNarrow },
}

/** The four categories side by side, one square each. */
export const CATEGORIES_PICTURE = categories
