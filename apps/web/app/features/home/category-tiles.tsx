import { IMAGES_BASE, pictureSrcSet, shelfPath } from '@nashta/contracts/catalogue/product-urls'
import { Picture, pictureSources } from '@nashta/ui/picture'
import { Link } from 'react-router'
import type { PageShelf } from '../../data/shop/read-storefront.ts'
import { CATEGORIES_PICTURE } from './pictures.ts'

const BACKDROPS = ['bg-peach', 'bg-butter', 'bg-blush', 'bg-mint']

/**
 * One picture shows the first four shelves of a new shop. Each tile shows its own quarter of it, as
 * long as the shelf has no picture of its own.
 */
const PARTS = new Map([
  ['donuts', 'object-[0%_50%]'],
  ['chips', 'object-[33.333%_50%]'],
  ['chocolates', 'object-[66.667%_50%]'],
  ['nuts-treats', 'object-[100%_50%]'],
])

const PICTURE_LOOK =
  'aspect-square size-full object-cover transition-transform duration-700 ease-settle group-hover:scale-106'

export type CategoryTilesProps = {
  shelves: readonly PageShelf[]
  /** The number of products by the name of the shelf. */
  counts: ReadonlyMap<string, number>
}

/** A link to each shelf. */
export function CategoryTiles({ shelves, counts }: CategoryTilesProps) {
  if (shelves.length === 0) return null
  return (
    <nav aria-label="Kinds of snacks">
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4 lg:gap-5">
        {shelves.map((shelf, index) => (
          <li key={shelf.slug}>
            <Link
              to={shelfPath(shelf.slug)}
              discover="none"
              className={`group flex h-full min-h-24 items-stretch justify-between overflow-hidden rounded-[1.5rem] lg:rounded-[2rem] ${BACKDROPS[index % BACKDROPS.length]}`}
            >
              <span className="py-4 pl-4 sm:py-6 sm:pl-6">
                <span className="block font-display text-lg leading-[1.05] font-semibold tracking-tight wrap-break-word sm:text-2xl xl:text-[1.75rem]">
                  {shelf.name}
                </span>
                <span className="mt-1 block text-sm font-medium sm:text-base">
                  {countText(counts.get(shelf.name) ?? 0)}
                </span>
              </span>
              <TilePicture shelf={shelf} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function TilePicture({ shelf: { slug, picture } }: { shelf: PageShelf }) {
  const part = PARTS.get(slug)
  if (picture === undefined && part === undefined) return null
  const path = `${IMAGES_BASE}/${picture}`
  return (
    <span className="melt-left w-[46%] shrink-0">
      {picture === undefined ? (
        <Picture
          src={CATEGORIES_PICTURE.img.src}
          sources={pictureSources(CATEGORIES_PICTURE)}
          // The whole picture is four times as wide as the quarter that is visible.
          sizes="(min-width: 64rem) 44vw, 88vw"
          alt=""
          width={CATEGORIES_PICTURE.img.w}
          height={CATEGORIES_PICTURE.img.h}
          className={`${PICTURE_LOOK} ${part}`}
        />
      ) : (
        <Picture
          src={path}
          srcSet={pictureSrcSet(path, 640)}
          sizes="(min-width: 64rem) 11vw, 22vw"
          alt=""
          width={320}
          height={320}
          className={PICTURE_LOOK}
        />
      )}
    </span>
  )
}

function countText(count: number) {
  if (count === 0) return 'Back soon'
  return count === 1 ? '1 kind' : `${count} kinds`
}
