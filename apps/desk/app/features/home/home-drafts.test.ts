import { publishHome } from '@nashta/contracts/storefront/home'
import { FIRST_HOME } from '@nashta/contracts/storefront/home-rules'
import { expect, it } from 'vitest'
import { draftOf, inputOf, newSlide } from './home-drafts.ts'

it('an unchanged draft is the page that is published', () => {
  expect(inputOf(draftOf(FIRST_HOME))).toEqual({ home: FIRST_HOME })
  const home = {
    ...FIRST_HOME,
    announcement: { text: 'Open till ten', to: '/about' },
    sections: ['benefits', 'shelves'],
  }
  expect(inputOf(draftOf(home))).toEqual({ home })
})

it('an uploaded picture replaces the one of the store, and an empty description is none', () => {
  const draft = draftOf(FIRST_HOME)
  const [first = newSlide('x')] = draft.slides
  const slides = [{ ...first, picture: 'picture-0123456789.webp', alt: ' ' }]
  const { home } = inputOf({ ...draft, slides })
  expect(home.slides).toEqual([
    { title: first.title, text: first.text, to: first.to, picture: 'picture-0123456789.webp' },
  ])
})

it('the time of a publication is one in India', () => {
  const body = inputOf({ ...draftOf(FIRST_HOME), at: '2026-11-08T18:00' })
  expect(body.at).toBe('2026-11-08T12:30:00.000Z')
  expect(publishHome.body.safeParse(body).success).toBe(true)
})
