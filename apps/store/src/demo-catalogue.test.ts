import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createDiskImageStore } from '@nashta/images/disk-image-store'
import { createLogger } from '@nashta/service-kit/process/logger'
import { openShopDatabase } from '@nashta/shop-api/adapters/sqlite/open-shop-database'
import { createSqliteProductStore } from '@nashta/shop-api/adapters/sqlite/product-store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadDemoCatalogue } from './demo-catalogue.ts'

const DEMO_PRODUCTS = 45

let folder: string
let database: ReturnType<typeof openShopDatabase>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-demo-'))
  database = openShopDatabase(folder, () => new Date())
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

function createDeps() {
  const products = createSqliteProductStore(database)
  const images = createDiskImageStore(join(folder, 'images'))
  const logger = createLogger({ service: 'test', level: 'silent' })
  return { products, images, logger, isRemoved: async () => false }
}

it('an empty store is filled with products and all their pictures', async () => {
  const deps = createDeps()
  await loadDemoCatalogue(deps)

  const products = await deps.products.list()
  expect(products).toHaveLength(DEMO_PRODUCTS)
  expect(new Set(products.map((product) => product.category))).toEqual(
    new Set(['Donuts', 'Chips', 'Chocolates', 'Nuts & Treats']),
  )
  for (const { imageUrl, images, imageKeys } of products) {
    expect(images).toEqual(imageKeys.map((key) => `/images/${key}`))
    expect(imageUrl).toBe(images[0])
    for (const key of imageKeys) expect(await deps.images.get(key)).not.toBeNull()
  }
})

it('a store that already has products is not changed', async () => {
  const deps = createDeps()
  await loadDemoCatalogue(deps)
  const before = deps.products.latestChange()
  await loadDemoCatalogue(deps)
  expect(deps.products.latestChange()).toEqual(before)
})

const AUTHORSHIP = { by: { sub: 'asha', username: 'asha', email: null }, at: '2026-02-01T10:00:00.000Z' }

it('snacks that an operator removed while another process was storing pictures are not brought back', async () => {
  const deps = createDeps()
  let isRemoved = false
  const images = {
    ...deps.images,
    // Stands for another process, which fills the shop, and for the operator who empties it.
    async put(...picture: Parameters<typeof deps.images.put>) {
      isRemoved = true
      await deps.images.put(...picture)
    },
  }
  await loadDemoCatalogue({ ...deps, images, isRemoved: async () => isRemoved })
  expect(await deps.products.list()).toEqual([])
})

it('missing demo pictures are restored if a product still shows them', async () => {
  const deps = createDeps()
  await loadDemoCatalogue(deps)
  const [removed, changed, untouched] = await deps.products.list()
  const bytes = await deps.images.get(untouched?.imageKeys[0] ?? '')
  await deps.products.remove(removed?.products_id ?? '', AUTHORSHIP)
  await deps.products.update(changed?.products_id ?? '', { imageKeys: ['own.webp'] }, AUTHORSHIP)
  rmSync(join(folder, 'images'), { recursive: true })
  const before = deps.products.latestChange()
  await loadDemoCatalogue(deps)

  const shown = (await deps.products.list()).flatMap(({ imageKeys }) => imageKeys)
  expect(new Set(await deps.images.listTopLevelKeys())).toEqual(
    new Set(shown).difference(new Set(['own.webp'])),
  )
  expect(await deps.images.get(untouched?.imageKeys[0] ?? '')).toEqual(bytes)
  expect(deps.products.latestChange()).toEqual(before)
})

it('a single missing picture is restored', async () => {
  const deps = createDeps()
  await loadDemoCatalogue(deps)
  const [key = ''] = await deps.images.listTopLevelKeys()
  rmSync(join(folder, 'images', key))
  await loadDemoCatalogue(deps)

  expect(await deps.images.get(key)).not.toBeNull()
})

it('no demo picture is read when none is missing', async () => {
  const deps = createDeps()
  await loadDemoCatalogue(deps)
  // This demo catalogue has no pictures, so reading one would log a warning.
  const withoutPictures = join(folder, 'catalogue')
  cpSync(new URL('../../../catalogue/products.json', import.meta.url), join(withoutPictures, 'products.json'))
  const { lines, logger } = createRecordingLogger()
  await loadDemoCatalogue({ ...deps, logger, folder: pathToFileURL(`${withoutPictures}/`) })

  expect(lines).toEqual([])
})

it('a store with products logs that the demo catalogue cannot be read, and starts', async () => {
  const deps = createDeps()
  await loadDemoCatalogue(deps)
  const { lines, logger } = createRecordingLogger()
  await loadDemoCatalogue({ ...deps, logger, folder: pathToFileURL(join(folder, 'nowhere/')) })

  expect(lines).toEqual([expect.stringContaining('missing demo pictures could not be restored')])
})

function createRecordingLogger() {
  const lines: string[] = []
  const destination = { write: (line: string) => lines.push(line) }
  return { lines, logger: createLogger({ service: 'test', level: 'info', destination }) }
}

it.each([
  ['"price":89', '"price":"1,000"', 'The demo product donut-strawberry-sprinkle is not valid: price'],
  ['"name":"Strawberry Sprinkle Donut"', '"name":""', 'is not valid: name'],
  ['donut-strawberry-sprinkle-1.webp', 'lost.webp', 'lost.webp'],
])('a demo catalogue with %s changed to %s is refused as a whole', async (right, wrong, reason) => {
  const deps = createDeps()
  const damaged = join(folder, 'catalogue')
  cpSync(new URL('../../../catalogue/', import.meta.url), damaged, { recursive: true })
  const path = join(damaged, 'products.json')
  // Without white space, the JSON contains the text that is replaced.
  const json = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')))
  writeFileSync(path, json.replace(right, wrong))

  await expect(loadDemoCatalogue({ ...deps, folder: pathToFileURL(`${damaged}/`) })).rejects.toThrow(reason)
  expect(await deps.products.list()).toEqual([])
})
