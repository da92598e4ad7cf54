import type { PictureSource } from '@nashta/ui/picture'
import chipsClose from './pictures/hero-chips.webp?w=480;860&aspect=5:4&position=right&format=avif;webp&quality=50&effort=2&as=picture'
import chips from './pictures/hero-chips.webp?w=1000;1500&format=avif;webp&quality=52&effort=2&as=picture'
import chocolatesClose from './pictures/hero-chocolates.webp?w=480;860&aspect=5:4&position=right&format=avif;webp&quality=50&effort=2&as=picture'
import chocolates from './pictures/hero-chocolates.webp?w=1000;1500&format=avif;webp&quality=52&effort=2&as=picture'
import donutsClose from './pictures/hero-donuts.webp?w=480;860&aspect=5:4&position=right&format=avif;webp&quality=50&effort=2&as=picture'
import donuts from './pictures/hero-donuts.webp?w=1000;1500;2000&format=avif;webp&quality=52&effort=2&as=picture'
import nutsClose from './pictures/hero-nuts.webp?w=480;860&aspect=5:4&position=right&format=avif;webp&quality=50&effort=2&as=picture'
import nuts from './pictures/hero-nuts.webp?w=1000;1500&format=avif;webp&quality=52&effort=2&as=picture'
import kinds from './pictures/kinds.webp?w=960;1920&format=avif;webp&quality=40&effort=2&as=picture'

/** Resized and cropped by the build: the whole picture for wide screens, its right part for narrow ones. */
export const HERO_PICTURES = {
  donuts: { wide: donuts, close: donutsClose },
  chips: { wide: chips, close: chipsClose },
  chocolates: { wide: chocolates, close: chocolatesClose },
  nuts: { wide: nuts, close: nutsClose },
}

/** The four categories side by side, one square each. */
export const CATEGORIES_PICTURE = kinds

/** The `<source>` elements of a picture, one for each format; `media` limits them to some screens. */
export function pictureSources(
  picture: { sources: Record<string, string> },
  media?: string,
): PictureSource[] {
  return Object.entries(picture.sources).map(([format, srcSet]) => ({
    type: `image/${format}`,
    srcSet,
    media,
  }))
}
