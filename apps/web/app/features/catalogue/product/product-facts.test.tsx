import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { DietMark } from '../cards/diet-mark.tsx'
import { PackChooser } from '../cards/pack-chooser.tsx'
import { ProductPrice } from '../cards/product-price.tsx'
import { ProductFacts } from './product-facts.tsx'

function textOf(element: ReactElement) {
  return renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

it('a product without facts shows its price, but no panel and no diet mark', () => {
  expect(textOf(<ProductFacts product={aProduct()} />)).toBe('')
  expect(textOf(<DietMark diet={undefined} />)).toBe('')
  expect(textOf(<DietMark diet="unheard-of" />)).toBe('')
  expect(textOf(<ProductPrice price={89} />)).toBe('₹89')
})

it('the price shows the MRP and the saving only when the MRP is higher', () => {
  const netQuantity = { value: 200, unit: 'g' }
  expect(textOf(<ProductPrice price={60} mrp={75} netQuantity={netQuantity} />)).toBe(
    '₹60 MRP ₹75 You save ₹15 (20%) 200 g · ₹0.30 per g · incl. of all taxes',
  )
  expect(textOf(<ProductPrice price={60} mrp={60} />)).toBe('₹60 MRP ₹60 incl. of all taxes')
})

it('a saving below one per cent is shown without the percentage', () => {
  expect(textOf(<ProductPrice price={199} mrp={200} />)).toBe('₹199 MRP ₹200 You save ₹1 incl. of all taxes')
})

it('common names of an allergen are bold, but not the butter of cocoa', () => {
  const product = aProduct({
    ingredients: 'Cocoa butter, soya lecithin, soybean oil, barley malt, prawn powder, sulphite, butter',
    allergens: { contains: ['milk', 'soy', 'gluten', 'crustaceans', 'sulphites'], mayContain: [] },
  })
  const html = renderToStaticMarkup(<ProductFacts product={product} />)
  const bold = [...html.matchAll(/<strong>([^<]*)<\/strong>/g)].map(([, word]) => word)
  expect(bold.slice(0, 6)).toEqual(['soya', 'soybean', 'barley', 'prawn', 'sulphite', 'butter'])
})

it('the panel shows allergens in bold, and the share of the daily intake in a serving', () => {
  const product = aProduct({
    ingredients: 'Refined wheat flour, butter, Almond, salt',
    allergens: { contains: ['gluten', 'milk', 'tree nuts'], mayContain: ['soy'] },
    nutrition: { energyKcal: 500, sodiumMg: 400, proteinG: 6, servingSize: 40 },
  })
  const html = renderToStaticMarkup(<ProductFacts product={product} />)

  for (const word of ['wheat', 'butter', 'Almond', 'gluten, milk, tree nuts', 'soy'])
    expect(html).toContain(`<strong>${word}</strong>`)
  const text = textOf(<ProductFacts product={product} />)
  expect(text).toContain('% of daily intake in 40 g')
  expect(text).toContain('Energy 500 kcal 10%')
  expect(text).toContain('Protein 6 g –')
  expect(text).toContain('Sodium 400 mg 8%')
})

it('an allergen in the plural is bold too', () => {
  const product = aProduct({
    ingredients: 'Jaggery, roasted almonds',
    allergens: { contains: ['tree nuts'], mayContain: [] },
  })
  expect(renderToStaticMarkup(<ProductFacts product={product} />)).toContain('<strong>almonds</strong>')
})

it('HTML in an ingredient list is shown as text', () => {
  const product = aProduct({ ingredients: '<b>milk</b>', allergens: { contains: ['milk'], mayContain: [] } })
  expect(renderToStaticMarkup(<ProductFacts product={product} />)).toContain(
    '&lt;b&gt;<strong>milk</strong>&lt;/b&gt;',
  )
})

function packOf(id: string, price: number, grams: number) {
  const netQuantity = { value: grams, unit: 'g' }
  return aProduct({ products_id: id, price, packLabel: `${grams} g`, netQuantity })
}

it('the pack chooser sorts its links by price, and marks the lowest unit price', () => {
  const small = packOf('small', 100, 100)
  const packs = [packOf('large', 350, 500), small, packOf('middle', 220, 250)]
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <PackChooser onChoose={() => {}} product={small} packs={packs} />
    </MemoryRouter>,
  )

  expect([...html.matchAll(/href="\/product\/(\w+)"/g)].map((match) => match[1])).toEqual([
    'small',
    'middle',
    'large',
  ])
  expect(html.match(/<a [^>]*aria-current="true"[^>]*>/)?.[0]).toContain('/product/small')
  expect(html.match(/Best value/g)).toHaveLength(1)
  // The large pack is the last one, so the text after its link belongs to it.
  expect(html.indexOf('Best value')).toBeGreaterThan(html.indexOf('/product/large'))
})

it('a snack of one pack has no pack chooser, and packs without a net quantity have no best value', () => {
  const one = aProduct({ products_id: 'a', packLabel: 'One' })
  expect(textOf(<PackChooser onChoose={() => {}} product={one} packs={[one]} />)).toBe('')
  const text = textOf(
    <PackChooser
      onChoose={() => {}}
      product={one}
      packs={[one, aProduct({ products_id: 'b', packLabel: 'Two' })]}
    />,
  )
  expect(text).toContain('Two')
  expect(text).not.toContain('Best value')
})
