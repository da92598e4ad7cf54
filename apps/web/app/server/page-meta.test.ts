import { expect, it } from 'vitest'
import { pageMeta } from './page-meta.ts'

const page = {
  matches: [{ loaderData: { publicUrl: 'https://snacks.example' } }] as const,
  title: 'Donut | Nashta',
  description: 'Glazed',
  path: '/product/donut',
}

it('names the one address of the page and a picture of it, both whole', () => {
  const meta = pageMeta({ ...page, image: '/images/donut.webp' })

  expect(meta).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://snacks.example/product/donut',
  })
  expect(meta).toContainEqual({ property: 'og:url', content: 'https://snacks.example/product/donut' })
  expect(meta).toContainEqual({
    property: 'og:image',
    content: 'https://snacks.example/images/donut.webp',
  })
})

it.each([undefined, '', '/images/fallback.svg'])('shows the store itself for a picture of %j', (image) => {
  const meta = pageMeta({ ...page, ...(image !== undefined && { image }) })
  expect(meta).toContainEqual({ property: 'og:image', content: 'https://snacks.example/share.jpg' })
})

it('keeps a picture of another host', () => {
  const meta = pageMeta({ ...page, image: 'https://cdn.example/donut.webp' })
  expect(meta).toContainEqual({ property: 'og:image', content: 'https://cdn.example/donut.webp' })
})

it('asks search engines to leave a hidden page alone', () => {
  const meta = pageMeta({ ...page, hidden: true })
  expect(meta).toContainEqual({ name: 'robots', content: 'noindex' })
  expect(JSON.stringify(meta)).not.toContain('canonical')
})
