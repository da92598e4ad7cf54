import { HOME_SECTION_NAMES, type Home } from '@nashta/contracts/storefront/home-rules'

/** A slide as values of form fields. `id` tells the slides of the form apart. */
export type SlideDraft = {
  id: string
  title: string
  text: string
  to: string
  picture: string
  /** A picture that comes with the store, which an uploaded one replaces. */
  art: string
  alt: string
}

export type HomeDraft = {
  announcement: string
  announcementTo: string
  slides: readonly SlideDraft[]
  /** All sections in their order. */
  sections: readonly { name: string; isShown: boolean }[]
  /** The day and time in India at which it is published, as an input has it; empty for at once. */
  at: string
}

export function draftOf({ announcement, slides, sections }: Home): HomeDraft {
  const hidden = HOME_SECTION_NAMES.filter((name) => !sections.includes(name))
  return {
    announcement: announcement?.text ?? '',
    announcementTo: announcement?.to ?? '',
    slides: slides.map(({ title, text, to, picture = '', art = '', alt = '' }, index) => ({
      id: `stored-${index}`,
      title,
      text,
      to,
      picture,
      art,
      alt,
    })),
    sections: [
      ...sections.map((name) => ({ name, isShown: true })),
      ...hidden.map((name) => ({ name, isShown: false })),
    ],
    at: '',
  }
}

export function newSlide(id: string): SlideDraft {
  return { id, title: '', text: '', to: '/collections/allproducts', picture: '', art: '', alt: '' }
}

/** The request that publishes the draft. It is not checked yet. */
export function inputOf({ announcement, announcementTo, slides, sections, at }: HomeDraft) {
  const to = announcementTo.trim()
  return {
    home: {
      ...(announcement.trim() !== '' && { announcement: { text: announcement, ...(to !== '' && { to }) } }),
      slides: slides.map(({ title, text, to: link, picture, art, alt }) => ({
        title,
        text,
        to: link,
        ...(picture !== '' && { picture }),
        ...(picture === '' && art !== '' && { art }),
        ...(alt.trim() !== '' && { alt }),
      })),
      sections: sections.flatMap(({ name, isShown }) => (isShown ? [name] : [])),
    },
    ...(at !== '' && { at: new Date(`${at}:00+05:30`).toISOString() }),
  }
}
