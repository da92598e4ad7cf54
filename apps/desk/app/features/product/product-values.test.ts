import { validateForm } from '@nashta/browser/form-validation'
import { createProductSchema, updateProductSchema } from '@nashta/contracts/catalogue/product-input'
import type { DeskProduct } from '@nashta/contracts/catalogue/product-writes'
import { expect, it } from 'vitest'
import { missingFacts, productSchemaOf, toBody, toNewBody, toValues } from './product-values.ts'

const COMPLETE: DeskProduct = {
  products_id: 'laddoo',
  name: 'Motichoor Laddoo',
  description: 'Sweet',
  price: 279.5,
  mrp: 300,
  stock: 4,
  lowStockLevel: 2,
  imageUrl: '/images/a.webp',
  images: ['/images/a.webp', '/images/b.webp'],
  imageKeys: ['a.webp', 'b.webp'],
  imageAlts: ['A box of laddoos', ''],
  category: 'Nuts & Treats',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  family: 'laddoo',
  packLabel: '250 g',
  diet: 'veg',
  jain: true,
  ingredients: 'Gram flour, sugar, ghee',
  allergens: { contains: ['milk'], mayContain: [] },
  nutrition: {
    energyKcal: 450,
    proteinG: 6,
    carbohydrateG: 60,
    totalSugarsG: 40,
    addedSugarsG: 40,
    fatG: 20,
    saturatedFatG: 12,
    transFatG: 0,
    cholesterolMg: 30,
    sodiumMg: 20,
  },
  netQuantity: { value: 250, unit: 'g' },
  shelfLifeDays: 20,
  storage: 'Keep cool and dry',
  origin: 'IN',
  maker: { name: 'Asha', address: 'Kochi 682001', fssai: '12345678901234' },
  hsn: '21069099',
  gstRate: 5,
}

it('a product that the form loads and sends is unchanged', () => {
  const body = updateProductSchema.parse(toBody(toValues(COMPLETE)))
  const { products_id: _id, createdAt: _created, updatedAt: _updated, ...fields } = COMPLETE
  expect(body).toMatchObject(fields)
})

it('each picture keeps its key, whether the pictures before it have one or not', () => {
  const pictures = [
    { url: 'https://cdn.example/a.webp', key: '', alt: '' },
    { url: '/images/b.webp', key: 'b.webp', alt: '' },
    { url: 'https://cdn.example/c.webp', key: '', alt: '' },
  ]
  const body = updateProductSchema.parse(toBody({ ...toValues(COMPLETE), pictures }))
  // Keys after the last picture with a key are left out.
  expect(body.imageKeys).toEqual(['', 'b.webp'])
  const images = pictures.map(({ url }) => url)
  expect(toValues({ images, imageKeys: body.imageKeys ?? [] }).pictures).toEqual(pictures)
})

it('a product whose pictures have no keys is sent without keys', () => {
  const values = toValues({ ...COMPLETE, imageKeys: [] })
  expect(toBody(values)).toMatchObject({ imageKeys: [] })
})

it('an emptied field is sent as null, which removes it from the product', () => {
  const body = toBody({
    ...toValues(COMPLETE),
    mrp: '',
    stock: ' ',
    'maker.name': '',
    'maker.address': '',
    'maker.fssai': '',
  })
  expect(body).toMatchObject({ mrp: null, stock: null, maker: null })
})

it('a new product with a name and a price is a valid draft', () => {
  const values = { ...toValues({}), name: 'Chakli', price: '80' }
  expect(createProductSchema.parse(toNewBody(values))).toMatchObject({ name: 'Chakli', published: false })
})

it('an invalid value gets the message that the Shop API has for it', () => {
  const values = { ...toValues(COMPLETE), price: 'cheap', 'maker.fssai': '1', shelfLifeDays: '2.5' }
  const result = validateForm(productSchemaOf({ isNew: false }), toBody(values), Object.keys(values))
  expect(result).toEqual({
    ok: false,
    errors: {
      price: 'A price is an amount in rupees with at most two decimals',
      'maker.fssai': 'A maker has a name, an address with a pincode and a 14-digit FSSAI number',
      shelfLifeDays: 'Shelf life is a whole number of days',
    },
  })
})

it('a product with every fact that the law requires misses none', () => {
  expect(missingFacts(toValues(COMPLETE))).toEqual([])
})

it('a new product misses the MRP and the allergens, and only an imported one misses its importer', () => {
  const missing = missingFacts({ ...toValues({}), origin: 'lk' })
  expect(missing).toContain('the MRP')
  expect(missing).toContain('the allergens')
  expect(missing).toContain('the importer')
  expect(missingFacts({ ...toValues({}), origin: 'IN' })).not.toContain('the importer')
  expect(missingFacts(toValues({}))).not.toContain('the importer')
})
