import { IMAGES_BASE, pictureSrcSet, shelfPath } from '@nashta/contracts/catalogue/product-urls'
import { type Slide, titleLines } from '@nashta/contracts/storefront/home-rules'
import { LinkButton } from '@nashta/ui/button'
import { Picture, pictureSources } from '@nashta/ui/picture'
import { useFace } from '../../data/shop/use-face.ts'
import { useShelves } from '../../data/shop/use-shelves.ts'
import { lookOf } from './slides.ts'

const ALL_SNACKS = '/collections/allproducts'
const FIRST_SLUGS = new Set(['donuts', 'chips', 'chocolates', 'nuts-treats'].map(shelfPath))
const WIDE_SCREEN = '(min-width: 48rem)'

/** A first slide with a short title has it in larger letters. */
const SHORT_TITLE_MAX = 16

const TITLE_SIZES = {
  short: 'text-[clamp(1.75rem,17cqw,6rem)] md:text-[clamp(3.5rem,9.6cqw,9rem)]',
  long: 'text-[clamp(1.5rem,13.5cqw,5rem)] md:text-[clamp(2.75rem,7.2cqw,6.5rem)]',
}

export type HeroSlideProps = {
  slide: Slide
  index: number
  /** If false, only browsers without scripts load the picture. */
  isPictureRendered: boolean
}

export function HeroSlide({ slide, index, isPictureRendered }: HeroSlideProps) {
  const { title, text } = slide
  const isFirst = index === 0
  const size = isFirst && title.length <= SHORT_TITLE_MAX ? 'short' : 'long'
  const [firstLine, secondLine] = titleLines(title)
  const picture = <SlidePicture slide={slide} index={index} />
  const { backdrop } = lookOf(slide, index)
  return (
    <div className={`relative flex w-full flex-col justify-between ${backdrop}`}>
      <div className="relative z-10 px-6 pt-9 md:absolute md:inset-y-0 md:left-[4.6cqw] md:flex md:flex-col md:items-start md:justify-center md:p-0 md:pb-16">
        <h2 className={`font-display leading-[0.94] font-semibold tracking-[-0.03em] ${TITLE_SIZES[size]}`}>
          {firstLine} <br />
          {secondLine}
        </h2>
        <p className="mt-4 max-w-[24rem] text-lg leading-snug text-pretty md:max-lg:hidden lg:mt-[1.8cqw] lg:max-w-[29cqw] lg:text-[clamp(1rem,1.45cqw,1.3125rem)]">
          {text}
        </p>
        <div className="mt-6 lg:mt-[2.2cqw]">
          <LinkButton to={useShownLink(slide.to)}>SHOP NOW</LinkButton>
        </div>
      </div>
      <div className="max-md:melt-top aspect-[5/4] w-full md:aspect-[2/1] md:max-h-[44rem]">
        {isPictureRendered ? picture : <noscript>{picture}</noscript>}
      </div>
      {isFirst ? <Stamp /> : null}
    </div>
  )
}

/** The link of a slide. A shop may have deleted the shelf that a slide of a new shop leads to. */
function useShownLink(to: string): string {
  const shelves = useShelves()
  const isFirstShelf = FIRST_SLUGS.has(to)
  return isFirstShelf && !shelves.some(({ slug }) => shelfPath(slug) === to) ? ALL_SNACKS : to
}

/** The picture of the operator, or one that comes with the store. */
function SlidePicture({ slide, index }: { slide: Slide; index: number }) {
  const { picture = '', alt = '' } = slide
  const { art } = lookOf(slide, index)
  if (!art && picture === '') return null
  const isFirst = index === 0
  const look = `object-cover ${isFirst ? 'motion-settle origin-[75%_60%]' : ''}`
  if (!art) {
    const src = `${IMAGES_BASE}/${picture}`
    return (
      <Picture
        src={src}
        srcSet={pictureSrcSet(src)}
        sizes="(min-width: 92rem) 88rem, 100vw"
        alt={alt}
        width={1200}
        height={600}
        priority={isFirst}
        // Pictures of the store leave room for the text at their left; other pictures stand beside it.
        className={`size-full md:ml-auto md:w-[54%] ${look}`}
      />
    )
  }
  const { wide, narrow } = art
  return (
    <Picture
      src={wide.img.src}
      sources={[...pictureSources(wide, WIDE_SCREEN), ...pictureSources(narrow)]}
      sizes="(min-width: 92rem) 88rem, 100vw"
      alt={alt}
      width={wide.img.w}
      height={wide.img.h}
      priority={isFirst}
      className={`size-full object-right ${look}`}
    />
  )
}

/** An ornament that rotates as the page scrolls. */
function Stamp() {
  const stamp = useFace()?.stamp
  if (!stamp) return null
  return (
    <div aria-hidden="true" className="absolute top-[3cqw] right-[3cqw] hidden w-[9.5cqw] lg:block">
      <svg
        viewBox="0 0 120 120"
        className="motion-turn fill-raspberry font-display text-[13.5px] font-semibold tracking-[0.09em]"
      >
        <path id="stamp-ring" fill="none" d="M60 60m-46 0a46 46 0 1 1 92 0a46 46 0 1 1-92 0" />
        <text>
          <textPath href="#stamp-ring" textLength="280">
            {stamp}
          </textPath>
        </text>
        <path className="stroke-raspberry" strokeWidth="9" strokeLinejoin="round" d="M60 45 76 72H44Z" />
        <path
          className="fill-none stroke-peach"
          strokeWidth="2.5"
          strokeLinecap="round"
          d="M46 68c9-2 15-8 18-17"
        />
      </svg>
    </div>
  )
}
