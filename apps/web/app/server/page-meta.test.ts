import { expect, it } from 'vitest'
import { pageMeta } from './page-meta.ts'

const face = { name: 'Asha', title: 'Asha: nuts', share: '/images/shop/leaf/share/letter-a' }
const page = {
  matches: [{ loaderData: { publicUrl: 'https://snacks.example', face } }] as const,
  title: 'Donut',
  description: 'Glazed',
  path: '/product/donut',
}

it('the meta of a page has its canonical address, and its picture as JPEG', () => {
  const meta = pageMeta({ ...page, image: '/images/donut.webp' })

  expect(meta).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://snacks.example/product/donut',
  })
  expect(meta).toContainEqual({ property: 'og:url', content: 'https://snacks.example/product/donut' })
  expect(meta).toContainEqual({
    property: 'og:image',
    content: 'https://snacks.example/images/donut.webp?w=1200&format=jpeg',
  })
})

it.each([undefined, '', '/images/fallback.svg'])(
  'the meta of a page with the image %j has the picture of the store',
  (image) => {
    const meta = pageMeta({ ...page, ...(image !== undefined && { image }) })
    expect(meta).toContainEqual({ property: 'og:image', content: `https://snacks.example${face.share}` })
  },
)

it('the meta keeps the address of a picture on another host', () => {
  const meta = pageMeta({ ...page, image: 'https://cdn.example/donut.webp' })
  expect(meta).toContainEqual({ property: 'og:image', content: 'https://cdn.example/donut.webp' })
})

it('the meta of a product has its price, for messengers that show only texts too', () => {
  const meta = pageMeta({ ...page, price: 89.5 })
  expect(meta).toContainEqual({ property: 'og:type', content: 'product' })
  expect(meta).toContainEqual({ property: 'og:description', content: '₹89.50 · Glazed' })
  expect(meta).toContainEqual({ property: 'product:price:amount', content: '89.5' })
  expect(meta).toContainEqual({ property: 'product:price:currency', content: 'INR' })
})

it('the meta of a page that is not indexed has no canonical address', () => {
  const meta = pageMeta({ ...page, noindex: true })
  expect(meta).toContainEqual({ name: 'robots', content: 'noindex' })
  expect(JSON.stringify(meta)).not.toContain('canonical')
})

/** The title and the description. */
function texts(own: object, matches: Parameters<typeof pageMeta>[0]['matches'] = page.matches) {
  return pageMeta({ ...page, description: (shop) => `Sign in to ${shop}`, matches, ...own }).slice(0, 2)
}

it('titles and descriptions have the name of the shop, and do without it while it is not known', () => {
  expect(texts({})).toEqual([{ title: 'Donut | Asha' }, { name: 'description', content: 'Sign in to Asha' }])
  expect(texts({ title: undefined })[0]).toEqual({ title: 'Asha: nuts' })
  expect(texts({}, [{ loaderData: { publicUrl: '', face: null } }])).toEqual([
    { title: 'Donut' },
    { name: 'description', content: 'Sign in to our shop' },
  ])
})
