import type { Slide } from '@nashta/contracts/storefront/home-rules'
import { HeroControls } from './hero-controls.tsx'
import { HeroSlide } from './hero-slide.tsx'
import { useCarousel } from './use-carousel.ts'

export function HeroCarousel({ slides }: { slides: readonly Slide[] }) {
  const carousel = useCarousel(slides.length)
  const { current, rotation, loadsAllPictures, show, togglePlaying } = carousel
  const isHydrated = rotation !== 'not hydrated'

  return (
    <section
      {...carousel.frameProps}
      aria-roledescription="carousel"
      aria-label="Our snacks"
      className="@container relative overflow-hidden rounded-[2rem] lg:rounded-[2.5rem]"
    >
      {slides.length > 1 ? (
        <HeroControls
          titles={slides.map(({ title }) => title)}
          isHydrated={isHydrated}
          isPlaying={rotation === 'playing'}
          current={current}
          onTogglePlaying={togglePlaying}
          onShow={show}
        />
      ) : null}
      <ul
        {...carousel.stripProps}
        aria-live={rotation === 'paused' ? 'polite' : 'off'}
        className="strip flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain"
      >
        {slides.map((slide, index) => (
          <li
            // Slides have no other identity, and their list never changes on an open page.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            aria-roledescription="slide"
            inert={isHydrated && index !== current}
            className="flex w-full shrink-0 snap-start snap-always"
          >
            <HeroSlide slide={slide} index={index} isPictureRendered={index === 0 || loadsAllPictures} />
          </li>
        ))}
      </ul>
    </section>
  )
}
