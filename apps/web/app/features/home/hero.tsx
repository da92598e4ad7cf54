import { LinkButton } from '../../ui/link-button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { pictureSources } from './picture-sources.ts'
import { HERO } from './slides.ts'
import { Stamp } from './stamp.tsx'

const WIDE = '(min-width: 48rem)'

export function Hero({ shopTo, bestSellersTo }: { shopTo: string; bestSellersTo: string }) {
  const [first, second] = HERO.title
  return (
    <section
      aria-labelledby="hero-title"
      className="@container relative overflow-hidden rounded-[2rem] bg-peach lg:rounded-[2.5rem]"
    >
      <div className="relative z-10 px-6 pt-9 md:absolute md:inset-y-0 md:left-[4.6cqw] md:flex md:flex-col md:items-start md:justify-center md:p-0">
        <h1
          id="hero-title"
          className="font-display text-[clamp(3.25rem,17cqw,6rem)] leading-[0.92] font-semibold tracking-[-0.03em] md:text-[clamp(3.75rem,9.6cqw,9rem)]"
        >
          {first} <br />
          {second}
        </h1>
        <p className="mt-4 max-w-[24rem] text-lg leading-snug text-pretty md:mt-[2cqw] md:max-w-[28cqw] md:text-[clamp(1rem,1.5cqw,1.375rem)]">
          Soft dough, thick icing, flavours you grew up with: kesar pista, Alphonso mango, red velvet.
        </p>
        <div className="mt-6 flex flex-wrap gap-3 md:mt-[2.6cqw]">
          <LinkButton to={shopTo}>Shop donuts</LinkButton>
          <span className="md:max-lg:hidden">
            <LinkButton to={bestSellersTo} look="outline">
              Best sellers
            </LinkButton>
          </span>
        </div>
      </div>
      <div className="max-md:melt-top md:aspect-[2/1] md:max-h-[46rem] md:w-full">
        <Picture
          src={HERO.wide.img.src}
          sources={[...pictureSources(HERO.wide, WIDE), ...pictureSources(HERO.close)]}
          sizes="(min-width: 92rem) 88rem, 100vw"
          alt={HERO.alt}
          width={HERO.wide.img.w}
          height={HERO.wide.img.h}
          priority
          className="motion-settle aspect-[5/4] w-full origin-[75%_60%] object-cover object-right md:aspect-auto md:size-full"
        />
      </div>
      <Stamp />
    </section>
  )
}
