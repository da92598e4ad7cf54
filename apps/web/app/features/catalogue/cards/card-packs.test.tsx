import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { CardPacks } from './card-packs.tsx'

const mix = {
  products_id: 'mix',
  name: 'Royal Mix',
  description: '',
  price: 399,
  imageUrl: '',
  category: 'Nuts & Treats',
  family: 'mix',
  packLabel: '200 g',
}

it('the chooser of a card says for everybody to see which packs are sold out', () => {
  const packs = [mix, { ...mix, products_id: 'mix-1-kg', price: 1699, packLabel: '1 kg', stock: 0 }]
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <CardPacks shown={mix} packs={packs} onChoose={() => {}} />
    </MemoryRouter>,
  )
  expect(html).toMatch(/>200 g<\/a>/)
  expect(html).toMatch(/>1 kg<span>, sold out<\/span><\/a>/)
})
