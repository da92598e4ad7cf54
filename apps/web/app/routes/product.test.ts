import { expect, it } from 'vitest'
import type { Route } from './+types/product'
import { meta } from './product.tsx'

it('a product that is still being fetched has the name of the store as its title', () => {
  const args = { loaderData: null, error: undefined, params: { id: 'donut' } } as Route.MetaArgs
  expect(meta(args)).toContainEqual({ title: 'Nashta' })
})
