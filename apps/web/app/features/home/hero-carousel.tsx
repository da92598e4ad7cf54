import { HeroControls } from './hero-controls.tsx'
import { HeroSlide } from './hero-slide.tsx'
import { SLIDES } from './slides.ts'
import { useCarousel } from './use-carousel.ts'

export function HeroCarousel() {
  const { current, rotation, wanted, show, toggle, frameProps, trackProps } = useCarousel(SLIDES.length)
  const awake = rotation !== 'asleep'

  return (
    <section
      {...frameProps}
      aria-roledescription="carousel"
      aria-label="Our snacks"
      className="@container relative overflow-hidden rounded-[2rem] lg:rounded-[2.5rem]"
    >
      <HeroControls
        awake={awake}
        turning={rotation === 'turning'}
        current={current}
        onToggle={toggle}
        onShow={show}
      />
      <ul
        {...trackProps}
        aria-live={rotation === 'stopped' ? 'polite' : 'off'}
        className="strip flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain"
      >
        {SLIDES.map((slide, index) => (
          <li
            key={slide.category}
            aria-roledescription="slide"
            inert={awake && index !== current}
            className="flex w-full shrink-0 snap-start snap-always"
          >
            <HeroSlide slide={slide} first={index === 0} pictured={index === 0 || wanted} />
          </li>
        ))}
      </ul>
    </section>
  )
}
