import { productsReply } from '@nashta/contracts/catalogue/product'
import { expect, test } from '../support/test.ts'

test('robots.txt names the sitemap, which lists every page and product, and all exist', async ({
  request,
  baseURL,
}) => {
  const robots = await (await request.get('/robots.txt')).text()
  const sitemap = /^Sitemap: (.+)$/m.exec(robots)?.[1] ?? ''
  expect(sitemap).toBe(`${baseURL}/sitemap.xml`)

  const files = addresses(await (await request.get(sitemap)).text())
  const pages = await Promise.all(
    files.map(async (file) => addresses(await (await request.get(file)).text())),
  )
  const urls = pages.flat()
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

  const facts = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(facts['@graph']).toMatchObject([
    { '@type': 'Organization', name: 'Nashta', url: `${baseURL}/`, logo: `${baseURL}/icons/icon-512.png` },
    { '@type': 'WebSite', url: `${baseURL}/`, potentialAction: { '@type': 'SearchAction' } },
  ])
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

function addresses(xml: string) {
  return Array.from(xml.matchAll(/<loc>(.*?)<\/loc>/g), ([, url = '']) => url)
}
