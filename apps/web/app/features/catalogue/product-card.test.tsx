import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ProductCard } from './product-card.tsx'

const donut = {
  products_id: 'donut-cinnamon-sugar',
  name: 'Cinnamon Sugar Donut',
  description: 'Rolled warm in cane sugar and Malabar cinnamon.',
  price: 72.5,
  imageUrl: '/images/donut-cinnamon-sugar-1.webp',
  category: 'Donuts',
}

it('shows name, description, price in rupees and a picture with its alternative text', () => {
  const html = renderToStaticMarkup(<ProductCard product={donut} sizes="50vw" />)

  expect(html).toMatch(/<h3[^>]*>Cinnamon Sugar Donut<\/h3>/)
  expect(html).toContain('Rolled warm in cane sugar and Malabar cinnamon.')
  expect(html).toContain('₹72.50')
  expect(html).toContain('alt="Cinnamon Sugar Donut"')
  expect(html).toContain('/images/donut-cinnamon-sugar-1.webp?w=320 320w')
  expect(html).not.toContain('BEST SELLER')
})

it('wears a badge when given one', () => {
  expect(renderToStaticMarkup(<ProductCard product={donut} sizes="50vw" badge="BEST SELLER" />)).toContain(
    'BEST SELLER',
  )
})

it('shows the fallback picture for a product without one', () => {
  const html = renderToStaticMarkup(<ProductCard product={{ ...donut, imageUrl: '' }} sizes="50vw" />)

  expect(html).toContain('src="/images/fallback.svg"')
  expect(html).not.toContain('srcSet')
})
