import { productsReply } from '@nashta/contracts/catalogue/product'
import { expect, test } from '../support/test.ts'

test('robots.txt names the sitemap, which lists every product, and each listed page exists', async ({
  request,
  baseURL,
}) => {
  const robots = await (await request.get('/robots.txt')).text()
  const sitemap = /^Sitemap: (.+)$/m.exec(robots)?.[1] ?? ''
  expect(sitemap).toBe(`${baseURL}/sitemap.xml`)

  // The sitemap is an index of files, which list the pages.
  const files = urlsIn(await (await request.get(sitemap)).text())
  const urlsOfFiles = await Promise.all(
    files.map(async (file) => urlsIn(await (await request.get(file)).text())),
  )
  const urls = urlsOfFiles.flat()
  const { data: products } = productsReply.parse(await (await request.get('/api/products')).json())
  for (const { products_id } of products) expect(urls).toContain(`${baseURL}/product/${products_id}`)
  expect(urls).toContain(`${baseURL}/collections/allproducts`)

  for (const url of urls) {
    const response = await request.get(url)
    expect(response.status(), url).toBe(200)
    expect(await response.text(), url).toContain(`<link rel="canonical" href="${url}"`)
  }
})

test('the home page has metadata for search engines and messengers', async ({ page, request, baseURL }) => {
  await page.goto('/?utm_source=mail')
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL}/`)
  const image = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect(image).toBe(`${baseURL}/share.jpg`)
  expect((await request.get(image ?? '')).headers()['content-type']).toBe('image/jpeg')

  const structuredData = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
  )
  expect(structuredData['@graph']).toMatchObject([
    {
      '@type': 'Organization',
      name: 'Nashta',
      url: `${baseURL}/`,
      logo: `${baseURL}/icons/icon-512.png`,
      description: 'Demo shop: this is not a real business',
    },
    { '@type': 'WebSite', url: `${baseURL}/`, potentialAction: { '@type': 'SearchAction' } },
  ])
})

test('the product feed is well-formed XML with every product', async ({ page, request }) => {
  const response = await request.get('/feeds/google.xml')
  expect(response.headers()['content-type']).toBe('application/xml; charset=utf-8')
  const xml = await response.text()
  // The pages of the store forbid DOMParser (Trusted Types), so an empty page parses the feed.
  await page.goto('about:blank')
  const { error, ids } = await page.evaluate((text) => {
    const feed = new DOMParser().parseFromString(text, 'application/xml')
    const namespace = 'http://base.google.com/ns/1.0'
    return {
      error: feed.querySelector('parsererror')?.textContent ?? null,
      ids: Array.from(feed.getElementsByTagNameNS(namespace, 'id'), ({ textContent }) => textContent),
    }
  }, xml)
  expect(error).toBeNull()
  const { data: products } = productsReply.parse(await (await request.get('/api/products')).json())
  expect(new Set(ids)).toEqual(new Set(products.map(({ products_id }) => products_id)))
})

test('llms.txt names the shop, and all links in it work', async ({ request, baseURL }) => {
  const response = await request.get('/llms.txt')
  const text = await response.text()
  expect(text).toMatch(/^# Nashta\n/)
  expect(text).toContain('Demo shop: this is not a real business.')
  const links = Array.from(text.matchAll(/\]\((.+?)\)/g), ([, url = '']) => url)
  expect(links).toContain(`${baseURL}/feeds/google.xml`)
  for (const url of links) expect((await request.get(url)).status(), url).toBe(200)
})

test('the store has a web app manifest', async ({ page, request }) => {
  await page.goto('/')
  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const response = await request.get(href ?? '')
  expect(response.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await response.json()
  expect(manifest).toMatchObject({ short_name: 'Nashta', theme_color: '#b3174d', start_url: '/' })
  for (const { src, type } of manifest.icons) {
    expect((await request.get(src)).headers()['content-type'], src).toBe(type)
  }
})

test('personal pages are excluded from search engines', async ({ page }) => {
  for (const path of ['/newsletter/confirm', '/newsletter/unsubscribe', '/undo-email-change']) {
    await page.goto(path)
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    await expect(page.locator('link[rel="canonical"]')).toHaveCount(0)
  }
})

function urlsIn(xml: string) {
  return Array.from(xml.matchAll(/<loc>(.*?)<\/loc>/g), ([, url = '']) => url)
}
