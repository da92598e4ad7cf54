// @vitest-environment happy-dom
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderDesk } from '../../render-desk.fixture.tsx'
import { ProductField } from './product-field.tsx'

function Filters() {
  const [product, setProduct] = useState('donut')
  return (
    <>
      <ProductField value={product} onChange={setProduct} />
      <button type="button" onClick={() => setProduct('')}>
        Clear
      </button>
    </>
  )
}

it('the product field is empty after the filters are cleared', async () => {
  const { host, press } = await renderDesk(<Filters />)
  const field = host.querySelector('input')
  expect(field?.value).toBe('donut')
  await press('Clear')
  expect(field?.value).toBe('')
})
