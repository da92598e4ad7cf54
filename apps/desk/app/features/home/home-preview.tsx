import { IMAGES_BASE } from '@nashta/contracts/catalogue/product-urls'
import { HOME_SECTIONS, titleLines } from '@nashta/contracts/storefront/home-rules'
import { Card } from '../../ui/controls.tsx'
import { artPicture } from './art-pictures.ts'
import type { HomeDraft, SlideDraft } from './home-drafts.ts'

const SECTION_NAMES = new Map<string, string>(Object.entries(HOME_SECTIONS))

/** The home page as it would be, in small: the line above it, its slides and the order of its sections. */
export function HomePreview({ announcement, slides, sections }: HomeDraft) {
  return (
    <Card title="Preview">
      <div className="overflow-hidden rounded-xl border border-line">
        <p className="bg-raspberry px-3 py-1.5 text-center text-sm font-medium text-white wrap-anywhere">
          {announcement.trim() || 'When delivery is free'}
        </p>
        <ul className="grid gap-2 bg-paper p-2 sm:grid-cols-2">
          {slides.map((slide) => (
            <SlidePreview key={slide.id} slide={slide} />
          ))}
        </ul>
        <ol className="list-inside list-decimal bg-paper px-3 pb-3 text-ink-soft">
          {sections.flatMap(({ name, isShown }) =>
            isShown ? [<li key={name}>{SECTION_NAMES.get(name) ?? name}</li>] : [],
          )}
        </ol>
      </div>
    </Card>
  )
}

function SlidePreview({ slide: { title, text, picture, art, alt } }: { slide: SlideDraft }) {
  const [firstLine, secondLine] = titleLines(title.trim() || 'No title yet')
  const source = picture === '' ? artPicture(art) : `${IMAGES_BASE}/${picture}?w=320`
  return (
    <li className="flex min-w-0 overflow-hidden rounded-lg border border-line bg-paper-deep">
      <div className="min-w-0 grow p-3">
        <p className="font-display text-xl leading-tight font-semibold wrap-anywhere">
          {firstLine} <br />
          {secondLine}
        </p>
        <p className="mt-1 text-sm text-ink-soft wrap-anywhere">{text}</p>
        <p className="mt-2 inline-block rounded-full bg-raspberry px-3 py-1 text-sm font-semibold text-white">
          SHOP NOW
        </p>
      </div>
      {source === undefined ? (
        <p className="w-20 shrink-0 content-center p-1 text-center text-sm text-ink-soft">No picture</p>
      ) : (
        <img
          src={source}
          alt={alt}
          loading="lazy"
          // What the pictures of the store show is in their right half.
          className="w-28 shrink-0 object-cover object-right"
        />
      )}
    </li>
  )
}
