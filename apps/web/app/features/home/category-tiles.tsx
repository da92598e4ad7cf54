import { Link } from 'react-router'
import { Picture } from '../../ui/picture.tsx'
import { pictureSources } from './picture-sources.ts'
import { SLIDES } from './slides.ts'

export type TileLink = { to: string; note: string }

/** One large way in for each kind of snack; `links` says where, by category. */
export function CategoryTiles({ links }: { links: ReadonlyMap<string, TileLink> }) {
  return (
    <ul className="grid gap-4 md:grid-cols-3 md:gap-5">
      {SLIDES.map((slide) => {
        const link = links.get(slide.category)
        return link ? (
          <li key={slide.category}>
            <Tile slide={slide} link={link} />
          </li>
        ) : null
      })}
    </ul>
  )
}

function Tile({ slide, link }: { slide: (typeof SLIDES)[number]; link: TileLink }) {
  const { title, alt, backdrop, picture } = slide
  return (
    <Link
      to={link.to}
      className={`group relative grid h-full grid-cols-[minmax(0,5fr)_minmax(0,6fr)] overflow-hidden rounded-[2rem] bg-linear-to-b from-15% md:flex md:flex-col md:bg-none ${backdrop}`}
    >
      <div className="relative z-10 self-center py-6 pl-6 md:w-full md:self-start md:p-7 md:pb-0 lg:-mb-6 lg:p-9 lg:pb-0">
        <h2 className="font-display text-[clamp(1.25rem,6.2vw,2rem)] leading-[1.02] font-semibold tracking-tight md:max-w-[6.4em] md:text-[clamp(1.625rem,2.9vw,2.75rem)]">
          {title}
        </h2>
        <p className="mt-2 text-[0.9375rem] font-medium md:mt-3 md:text-base">{link.note}</p>
      </div>
      <svg
        viewBox="0 0 48 48"
        aria-hidden="true"
        className="absolute top-7 right-7 size-12 fill-paper stroke-ink transition-colors duration-200 group-hover:fill-raspberry group-hover:stroke-white max-xl:hidden"
      >
        <circle cx="24" cy="24" r="24" stroke="none" />
        <path
          fill="none"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M24 16v16m-6-6 6 6 6-6"
        />
      </svg>
      <div className="max-md:melt-left md:melt-top md:mt-auto">
        <Picture
          src={picture.img.src}
          sources={pictureSources(picture)}
          sizes="(min-width: 92rem) 29rem, (min-width: 48rem) 31vw, 52vw"
          alt={alt}
          width={picture.img.w}
          height={picture.img.h}
          className="aspect-[4/3] size-full object-cover transition-transform duration-700 ease-settle group-hover:scale-105"
        />
      </div>
    </Link>
  )
}
