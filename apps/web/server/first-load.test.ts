import { readdir, readFile, stat } from 'node:fs/promises'
import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { createLogger } from '@nashta/service-kit/process/logger'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { beforeAll, expect, it } from 'vitest'
import routes from '../app/routes.ts'
import { createApp } from './create-app.ts'
import { OTHER_ROUTES, PUBLIC_PAGES, SCRIPT_BUDGET_BYTES, scriptsOfPage } from './first-load.fixture.ts'

const CLIENT = new URL('../build/client', import.meta.url)

/** Tells Chromium to compile a chunk in the background while it arrives. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n'

const product = aProduct()
const list = { data: { items: [product], total: 1, nextCursor: null } }
const DONUTS = { slug: 'donuts', name: 'Donuts' }
/** The path `/product/` opens the page of `product`. */
let openPage: (path: string) => Promise<{ statusCode: number; body: string }>

beforeAll(async () => {
  const { app } = await createApp({
    https: false,
    imageHosts: [],
    logger: createLogger({ service: 'web', level: 'silent' }),
    fetchShop: httpFetchShop({
      // Every other call gets the product. That is no valid reply to some calls, such as the one
      // for the shop's record. Pages work without these replies.
      fetch: async (url) => {
        if (url.endsWith('/storefront')) return Response.json({ data: { shelves: [DONUTS] } })
        return Response.json(url.includes('/products?') ? list : { data: product })
      },
    }),
    publicUrl: 'https://snacks.example',
    realTimeSync: true,
    guestCheckout: false,
    catalogueVersion: () => '1',
    rateLimitScale: 1,
    now: () => new Date('2026-01-01T00:00:00Z'),
  })
  openPage = (path) => app.inject(path === '/product/' ? path + product.products_id : path)
})

it('the budget is checked for every page of the sitemap', async () => {
  const { body } = await openPage('/sitemaps/pages.xml')
  const paths = Array.from(body.matchAll(/<loc>https:\/\/snacks\.example([^<]+)</g), ([, path]) => path)
  expect(paths.length).toBeGreaterThan(10)
  expect(PUBLIC_PAGES).toEqual(expect.arrayContaining(paths))
})

it('the budget is checked for every page that is open to all', () => {
  const paths = routes.flatMap(pathsOf).filter((path) => !OTHER_ROUTES.includes(path))
  const listed = PUBLIC_PAGES.map((path) => path.slice(1).split('?', 1)[0])
  const named = { 'product/:id': 'product/', 'collections/:shelf': 'collections/donuts' }
  expect(listed).toEqual(
    expect.arrayContaining(paths.map((path) => (path in named ? named[path as keyof typeof named] : path))),
  )
})

// e2e/journeys/first-load.spec.ts shows that a browser loads exactly these scripts until the page
// is idle.
it.each(PUBLIC_PAGES)(`%s comes with at most ${SCRIPT_BUDGET_BYTES / 1000} kB of scripts`, async (path) => {
  const { body, statusCode } = await openPage(path)
  const scripts = scriptsOfPage(body)
  const sizes = await Promise.all(scripts.map(compressedSize))

  expect(statusCode).toBe(200)
  // Fewer would mean that `scriptsOfPage` no longer recognises the scripts.
  expect(scripts.length).toBeGreaterThan(5)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES)
})

it.each(PUBLIC_PAGES)('the scripts of %s import no script that the page does not name', async (path) => {
  const { body } = await openPage(path)
  const scripts = scriptsOfPage(body)
  const imported = new Set((await Promise.all(scripts.map(staticImports))).flat())

  // None would mean that `staticImports` no longer recognises the imports.
  expect(imported.size).toBeGreaterThan(0)
  expect([...imported].filter((url) => !scripts.includes(url))).toEqual([])
})

it.each(['react', 'records', 'session'])('the chunk %s starts with the compile hint', async (chunk) => {
  const names = await readdir(new URL(`${CLIENT.href}/assets`))
  const file = names.find((name) => new RegExp(`^${chunk}-[\\w-]+\\.js$`).test(name))
  const code = await readFile(new URL(`${CLIENT.href}/assets/${file}`), 'utf8')
  expect(code.slice(0, COMPILE_HINT.length)).toBe(COMPILE_HINT)
})

/** The paths of the pages of a route, or of the routes that a layout holds. Files are no pages. */
function pathsOf({ path = '', file, children }: RouteConfigEntry): string[] {
  if (children) return children.flatMap(pathsOf)
  return file.startsWith('routes/files/') ? [] : [path]
}

async function compressedSize(url: string) {
  return (await stat(new URL(`${CLIENT.href}${url}.br`))).size
}

async function staticImports(url: string) {
  const code = await readFile(new URL(CLIENT.href + url), 'utf8')
  return Array.from(code.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g), ([, name]) => `/assets/${name}`)
}
