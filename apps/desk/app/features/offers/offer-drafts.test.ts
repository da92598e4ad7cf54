import { type DeskOffer, offerInputSchema } from '@nashta/contracts/offers/offers'
import { expect, it } from 'vitest'
import { draftOfOffer, inputOfDraft, NEW_OFFER } from './offer-drafts.ts'

const FIGURES = { id: 'o1', state: 'running' as const, uses: 0, revenue: 0, cost: 0, version: 'v1' }

it.each<DeskOffer>([
  {
    ...FIGURES,
    name: 'Diwali',
    code: 'DIWALI',
    terms: { kind: 'percentOff', percent: 12.5, cap: 100 },
    startsAt: '2026-11-01T18:30:00.000Z',
    endsAt: '2026-11-08T18:30:00.000Z',
    minSpend: 499,
    products: ['laddoo'],
    shelves: ['sweets'],
    usesMax: 100,
    usesPerCustomer: 2,
    combines: true,
  },
  {
    ...FIGURES,
    name: 'Fifty',
    terms: { kind: 'rupeesOff', amount: 50 },
    firstOrderOnly: true,
    combines: false,
  },
  { ...FIGURES, name: 'Free', terms: { kind: 'freeDelivery', zones: ['South'] }, combines: false },
  { ...FIGURES, name: 'Three', terms: { kind: 'buyGet', buy: 2, get: 1 }, combines: false },
  { ...FIGURES, name: 'Six', terms: { kind: 'quantityPrice', from: 6, price: 45.5 }, combines: false },
])('the form of the offer $name changes nothing', (offer) => {
  const {
    id: _id,
    state: _state,
    uses: _uses,
    revenue: _revenue,
    cost: _cost,
    version: _version,
    ...input
  } = offer
  const made = inputOfDraft(draftOfOffer(offer))
  expect(made).toEqual(input)
  expect(offerInputSchema.safeParse(made).success).toBe(true)
})

it('times of the form are those of India', () => {
  const draft = { ...NEW_OFFER, name: 'Diwali', percent: '10', startsAt: '2026-11-02T00:00' }
  expect(inputOfDraft(draft).startsAt).toBe('2026-11-01T18:30:00.000Z')
})

it('a number that is missing or no number is refused at its field', () => {
  for (const percent of ['', 'ten']) {
    const { error } = offerInputSchema.safeParse(inputOfDraft({ ...NEW_OFFER, name: 'Ten', percent }))
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['terms.percent'])
  }
})
