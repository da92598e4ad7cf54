import { Picture, pictureSources } from '@nashta/ui/picture'
import { Link } from 'react-router'
import { CATEGORIES_PICTURE } from './pictures.ts'
import { categoryLink } from './slides.ts'

/** One picture shows all four categories in this order. Each tile shows its own quarter of the picture. */
const TILES = [
  { category: 'Donuts', backdrop: 'bg-peach', part: 'object-[0%_50%]' },
  { category: 'Chips', backdrop: 'bg-butter', part: 'object-[33.333%_50%]' },
  { category: 'Chocolates', backdrop: 'bg-blush', part: 'object-[66.667%_50%]' },
  { category: 'Nuts & Treats', backdrop: 'bg-mint', part: 'object-[100%_50%]' },
]

/** A link to each category. `counts` has the number of products by category. */
export function CategoryTiles({ counts }: { counts: ReadonlyMap<string, number> }) {
  return (
    <nav aria-label="Kinds of snacks">
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4 lg:gap-5">
        {TILES.map(({ category, backdrop, part }) => (
          <li key={category}>
            <Link
              to={categoryLink(category)}
              className={`group flex h-full items-stretch justify-between overflow-hidden rounded-[1.5rem] lg:rounded-[2rem] ${backdrop}`}
            >
              <span className="py-4 pl-4 sm:py-6 sm:pl-6">
                <span className="block font-display text-lg leading-[1.05] font-semibold tracking-tight sm:text-2xl xl:text-[1.75rem]">
                  {category}
                </span>
                <span className="mt-1 block text-sm font-medium sm:text-base">
                  {countText(counts.get(category) ?? 0)}
                </span>
              </span>
              <span className="melt-left w-[46%] shrink-0">
                <Picture
                  src={CATEGORIES_PICTURE.img.src}
                  sources={pictureSources(CATEGORIES_PICTURE)}
                  // The whole picture is four times as wide as the quarter that is visible.
                  sizes="(min-width: 64rem) 44vw, 88vw"
                  alt=""
                  width={CATEGORIES_PICTURE.img.w}
                  height={CATEGORIES_PICTURE.img.h}
                  className={`aspect-square size-full object-cover transition-transform duration-700 ease-settle group-hover:scale-106 ${part}`}
                />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function countText(count: number) {
  if (count === 0) return 'Back soon'
  return count === 1 ? '1 kind' : `${count} kinds`
}
