import { createHash } from 'node:crypto'
import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { createLogger } from '@nashta/service-kit/process/logger'
import { expect, it } from 'vitest'
import { createApp } from './create-app.ts'
import { loadBuild } from './store-build.ts'

const product = aProduct({ name: '</script><script>alert("laddoo")</script>', price: 279 })
const aPage = () => Response.json({ data: { items: [product], total: 1, nextCursor: null } })

async function setup({
  https = false,
  imageHosts = [] as string[],
  rateLimitScale = 1,
  answer = aPage,
} = {}) {
  const { app } = await createApp({
    https,
    imageHosts,
    logger: createLogger({ service: 'web', level: 'silent' }),
    fetchShop: httpFetchShop({ fetch: async () => answer() }),
    publicUrl: 'https://snacks.example',
    catalogueVersion: () => '1',
    rateLimitScale,
    now: () => new Date('2026-01-01T00:00:00Z'),
  })
  return app
}

it('renders the home page on the server, as safe text', async () => {
  const app = await setup()
  const page = await app.inject('/')

  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toMatch(/^<!DOCTYPE html><html /)
  expect(page.body).toContain('&lt;/script&gt;&lt;script&gt;alert(')
  expect(page.body).not.toContain('<script>alert(')
  expect(page.body).toContain('₹279')
})

it('names the hash of every inline script in its policy, allows nothing else inline', async () => {
  const app = await setup()
  const page = await app.inject('/')
  const policy = String(page.headers['content-security-policy'])
  // Facts for search engines are no script: nothing runs them.
  const scripts = [
    ...page.body.matchAll(
      /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g,
    ),
  ].map(([, script = '']) => script)

  expect(scripts.length).toBeGreaterThan(0)
  for (const script of scripts) {
    expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  expect(policy).not.toContain('unsafe')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("style-src 'self';")
  expect(page.body).not.toMatch(/<[^>]+\sstyle=/)
})

it('shows pictures of its own, and of the hosts that are named', async () => {
  const policyOf = async (app: ReturnType<typeof setup>) =>
    (await (await app).inject('/')).headers['content-security-policy']

  expect(await policyOf(setup())).toContain("; img-src 'self';")
  expect(await policyOf(setup({ imageHosts: ['cdn.example', 'img.example'] }))).toContain(
    "; img-src 'self' https://cdn.example https://img.example;",
  )
})

it('gives no hash to a script that is not its own', async () => {
  const app = await setup()
  const page = await app.inject('/')
  expect(page.body).not.toContain('nonce=')
  expect(page.headers['content-security-policy']).not.toContain('nonce')
})

it('is one page, whatever a visitor appends to its address', async () => {
  let asked = 0
  const answer = () => {
    asked += 1
    return aPage()
  }
  const app = await setup({ answer })
  const { etag } = (await app.inject('/')).headers
  const askedOnce = asked
  const tags = await Promise.all(
    ['/?utm=1', '/?utm=2', '/?'].map(async (url) => (await app.inject(url)).headers.etag),
  )
  expect(new Set([etag, ...tags]).size).toBe(1)
  expect(asked).toBe(askedOnce)
})

it('answers the data of a page as data', async () => {
  const app = await setup()
  const data = await app.inject('/_.data')
  expect(data.statusCode).toBe(200)
  expect(data.headers['content-type']).toBe('text/x-script')
  expect(data.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
})

it('refuses other methods than reading', async () => {
  const app = await setup()
  const response = await app.inject({ method: 'POST', url: '/', body: {} })
  expect(response.statusCode).toBe(405)
  expect(response.headers['allow']).toBe('GET, HEAD')
})

it('upgrades insecure requests where people come over HTTPS', async () => {
  const app = await setup({ https: true })
  expect((await app.inject('/')).headers['content-security-policy']).toContain('upgrade-insecure-requests')
})

it('costs a 304 to those who have the page', async () => {
  const app = await setup()
  const { etag = '', ...headers } = (await app.inject('/')).headers
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  expect((await app.inject({ url: '/', headers: { 'if-none-match': etag } })).statusCode).toBe(304)
})

it('gives the same page to everyone', async () => {
  const app = await setup()
  const anonymous = await app.inject('/')
  const known = await app.inject({ url: '/', headers: { cookie: 'session=asha', 'accept-language': 'hi' } })
  expect(known.body).toBe(anonymous.body)
})

it('says 404 for a page that does not exist, with a page', async () => {
  const app = await setup()
  const page = await app.inject('/no/such/page')
  expect(page.statusCode).toBe(404)
  expect(page.body).toContain('Page not found')
})

it.each([
  ['is down', () => Response.json({ code: 'UNAVAILABLE', message: 'secret inside' }, { status: 503 })],
  ['answers nonsense', () => Response.json({ data: [{ products_id: 'secret inside' }] })],
])('still shows a page when the Shop API %s, and says nothing of the inside', async (_case, answer) => {
  const app = await setup({ answer })
  const page = await app.inject('/')
  expect(page.statusCode).toBe(500)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).not.toContain('secret inside')
})

it('serves its assets compressed, to be kept for ever', async () => {
  const app = await setup()
  const script = /src="(\/assets\/[^"]+\.js)"|href="(\/assets\/[^"]+\.js)"/.exec((await app.inject('/')).body)
  const url = script?.[1] ?? script?.[2] ?? ''
  const asset = await app.inject({ url, headers: { 'accept-encoding': 'br' } })

  expect(asset.statusCode).toBe(200)
  expect(asset.headers['content-encoding']).toBe('br')
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const gone = await app.inject('/assets/gone.js')
  expect(gone.statusCode).toBe(404)
  expect(gone.headers['content-type']).toContain('application/json')
})

it('has no styles of a route’s own: the document names those that there are', async () => {
  const { assets } = await loadBuild()
  expect(Object.values(assets.routes).flatMap((route) => route?.css ?? [])).toEqual([])
})
