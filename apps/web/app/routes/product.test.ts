import { expect, it } from 'vitest'
import type { Route } from './+types/product'
import { meta } from './product.tsx'

it('the title of a product page is that of the shop while the product is fetched', () => {
  const face = { name: 'Asha', title: 'Asha: nuts' }
  const matches = [{ loaderData: { face } }]
  const args = { matches, loaderData: null, params: { id: 'donut' } } as unknown as Route.MetaArgs
  expect(meta(args)).toContainEqual({ title: 'Asha: nuts' })
})
