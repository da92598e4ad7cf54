import { Container } from '@nashta/ui/layout'
import { Picture, pictureSources } from '@nashta/ui/picture'
import type { ReactNode } from 'react'
import laddoos from './pictures/laddoos.webp?w=480;900;1200&format=avif;webp&quality=55&effort=2&as=picture'
import macarons from './pictures/macarons.webp?w=480;900;1200&format=avif;webp&quality=55&effort=2&as=picture'

const PICTURES = {
  laddoos: { picture: laddoos, backdrop: 'bg-blush' },
  macarons: { picture: macarons, backdrop: 'bg-mint' },
}

export type AccountPageProps = { picture: keyof typeof PICTURES; children: ReactNode }

/** The layout of the sign-in, sign-up and password pages: a picture beside the form. */
export function AccountPage({ picture: name, children }: AccountPageProps) {
  const { picture, backdrop } = PICTURES[name]
  return (
    <Container>
      <div className="grid grid-cols-1 gap-x-12 pt-2 pb-20 lg:min-h-[44rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] lg:pb-28 xl:gap-x-20">
        <div
          className={`overflow-hidden rounded-[1.5rem] sm:rounded-[2.25rem] lg:sticky lg:top-24 lg:order-last lg:h-[min(46rem,80vh)] lg:self-start ${backdrop}`}
        >
          <Picture
            src={picture.img.src}
            sources={pictureSources(picture)}
            sizes="(min-width: 64rem) 48rem, 100vw"
            alt=""
            width={picture.img.w}
            height={picture.img.h}
            priority
            className="h-32 w-full object-cover object-[50%_42%] sm:h-48 lg:h-full"
          />
        </div>
        <div className="mx-auto w-full max-w-lg pt-8 sm:pt-12 lg:py-16">{children}</div>
      </div>
    </Container>
  )
}

export function AccountHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-8">
      <h1 className="font-display text-[min(2.75rem,12.5vw)] leading-[1.02] font-semibold tracking-tight text-balance sm:text-6xl">
        {title}
      </h1>
      <p className="mt-3 text-lg text-ink-soft text-pretty">{children}</p>
    </div>
  )
}
