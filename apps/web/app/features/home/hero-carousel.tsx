import { HeroControls } from './hero-controls.tsx'
import { HeroSlide } from './hero-slide.tsx'
import { SLIDES } from './slides.ts'
import { useCarousel } from './use-carousel.ts'

export function HeroCarousel() {
  const { current, rotation, loadsAll, show, toggle, frameProps, stripProps } = useCarousel(SLIDES.length)
  const hydrated = rotation !== 'not hydrated'

  return (
    <section
      {...frameProps}
      aria-roledescription="carousel"
      aria-label="Our snacks"
      className="@container relative overflow-hidden rounded-[2rem] lg:rounded-[2.5rem]"
    >
      <HeroControls
        hydrated={hydrated}
        playing={rotation === 'playing'}
        current={current}
        onToggle={toggle}
        onShow={show}
      />
      <ul
        {...stripProps}
        aria-live={rotation === 'paused' ? 'polite' : 'off'}
        className="strip flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain"
      >
        {SLIDES.map((slide, index) => (
          <li
            key={slide.category}
            aria-roledescription="slide"
            inert={hydrated && index !== current}
            className="flex w-full shrink-0 snap-start snap-always"
          >
            <HeroSlide slide={slide} isFirst={index === 0} hasPicture={index === 0 || loadsAll} />
          </li>
        ))}
      </ul>
    </section>
  )
}
