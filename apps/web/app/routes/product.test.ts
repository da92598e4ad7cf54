import { expect, it } from 'vitest'
import type { Route } from './+types/product'
import { meta } from './product.tsx'

it('the title of a product page is the name of the store while the product is fetched', () => {
  const args = { loaderData: null, error: undefined, params: { id: 'donut' } } as Route.MetaArgs
  expect(meta(args)).toContainEqual({ title: 'Nashta' })
})
