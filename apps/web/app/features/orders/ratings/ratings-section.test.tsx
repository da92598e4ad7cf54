import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { RatingsSection } from './ratings-section.tsx'

const textOf = (rating: { sum: number; count: number } | undefined) =>
  renderToString(
    <MemoryRouter>
      <RatingsSection id="laddoo" isSignedIn={false} rating={rating} />
    </MemoryRouter>,
  ).replaceAll(/<[^>]*>/g, ' ')

it('the average stands beside the button that opens the ratings', () => {
  expect(textOf({ sum: 13, count: 3 })).toMatch(/★ 4\.3 \(3\)\s+Read the ratings/)
  expect(textOf(undefined)).toMatch(/Ratings\s+Rate this snack/)
})
