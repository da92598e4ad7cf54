import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { ProductCard, type ProductCardProps } from './product-card.tsx'

const donut = {
  products_id: 'donut-cinnamon-sugar',
  name: 'Cinnamon Sugar Donut',
  description: 'Rolled warm in cane sugar and Malabar cinnamon.',
  price: 72.5,
  imageUrl: '/images/donut-cinnamon-sugar-1.webp',
  category: 'Donuts',
}

it('a card shows name, description, price in rupees and a picture with its alternative text', () => {
  const html = renderCard({ product: donut })

  expect(html).toMatch(
    /<h3[^>]*><a[^>]*href="\/product\/donut-cinnamon-sugar"[^>]*>Cinnamon Sugar Donut<\/a><\/h3>/,
  )
  expect(html).toContain('Rolled warm in cane sugar and Malabar cinnamon.')
  expect(html).toContain('₹72.50')
  expect(html).toContain('alt="Cinnamon Sugar Donut"')
  expect(html).toContain('/images/donut-cinnamon-sugar-1.webp?w=320 320w')
  expect(html).not.toContain('BEST SELLER')
})

it('a card has one link, and an action', () => {
  const html = renderCard({ product: donut, action: <button type="button">Add</button> })
  expect(html.match(/<button/g)).toHaveLength(1)
  expect(html.match(/<a /g)).toHaveLength(1)
})

it('a card shows its badge, and "Sold out" instead when there is no stock', () => {
  expect(renderCard({ product: donut, badge: 'BEST SELLER' })).toContain('BEST SELLER')
  const soldOut = renderCard({ product: { ...donut, stock: 0 }, badge: 'BEST SELLER' })
  expect(soldOut).toContain('Sold out')
  expect(soldOut).not.toContain('BEST SELLER')
})

it('the card of a product without a picture shows the fallback picture', () => {
  const html = renderCard({ product: { ...donut, imageUrl: '' } })

  expect(html).toContain('src="/images/fallback.svg"')
  expect(html).not.toContain('srcSet')
})

it('the link of a card escapes the product id', () => {
  const html = renderCard({ product: { ...donut, products_id: 'a/b c' } })

  expect(html).toContain('href="/product/a%2Fb%20c"')
})

function renderCard(props: Omit<ProductCardProps, 'sizes'>) {
  return renderToStaticMarkup(cardElement(props))
}

function cardElement(props: Omit<ProductCardProps, 'sizes'>) {
  return (
    <MemoryRouter>
      <ProductCard sizes="50vw" {...props} />
    </MemoryRouter>
  )
}
