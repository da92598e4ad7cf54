import type { Product } from '@nashta/contracts/catalogue/product'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { ProductView } from './product-view.tsx'

it('each picture has its own alternative text, also after a picture that the product has twice', () => {
  const pictures = galleryOf({
    images: ['/a.webp', '/a.webp', '/b.webp'],
    imageAlts: ['Front', 'Front again', 'Back'],
    imageUrl: '/a.webp',
  })
  expect(pictures).toEqual([
    ['/a.webp', 'Front'],
    ['/b.webp', 'Back'],
  ])
})

it('a picture without an alternative text is described by the name of the product and its place', () => {
  const pictures = galleryOf({ images: ['/a.webp', '/b.webp'], imageUrl: '/main.webp' })
  expect(pictures).toEqual([
    ['/a.webp', 'Donut'],
    ['/b.webp', 'Donut, picture 2'],
    ['/main.webp', 'Donut, picture 3'],
  ])
})

/** The URLs of the large pictures in the gallery, with their alternative texts. */
function galleryOf(fields: Partial<Product>) {
  const product = aProduct(fields)
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => <ProductView product={product} shown={product} packs={[]} onChoosePack={() => {}} />,
    },
  ])
  const html = renderToStaticMarkup(<Page />)
  return Array.from(html.matchAll(/aria-label="Zoom (.*?)".*? src="(.*?)"/g), ([, alt, url]) => [url, alt])
}
