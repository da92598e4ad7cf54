import { HeroControls } from './hero-controls.tsx'
import { HeroSlide } from './hero-slide.tsx'
import { SLIDES } from './slides.ts'
import { useCarousel } from './use-carousel.ts'

export function HeroCarousel() {
  const carousel = useCarousel(SLIDES.length)
  const { current, rotation, loadsAllPictures, show, togglePlaying } = carousel
  const isHydrated = rotation !== 'not hydrated'

  return (
    <section
      {...carousel.frameProps}
      aria-roledescription="carousel"
      aria-label="Our snacks"
      className="@container relative overflow-hidden rounded-[2rem] lg:rounded-[2.5rem]"
    >
      <HeroControls
        isHydrated={isHydrated}
        isPlaying={rotation === 'playing'}
        current={current}
        onTogglePlaying={togglePlaying}
        onShow={show}
      />
      <ul
        {...carousel.stripProps}
        aria-live={rotation === 'paused' ? 'polite' : 'off'}
        className="strip flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain"
      >
        {SLIDES.map((slide, index) => (
          <li
            key={slide.to}
            aria-roledescription="slide"
            inert={isHydrated && index !== current}
            className="flex w-full shrink-0 snap-start snap-always"
          >
            <HeroSlide
              slide={slide}
              isFirst={index === 0}
              isPictureRendered={index === 0 || loadsAllPictures}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
