import { validateForm } from '@nashta/browser/form-validation'
import { createProductSchema, updateProductSchema } from '@nashta/contracts/catalogue/product-input'
import { expect, it } from 'vitest'
import { COMPLETE_PRODUCT } from './complete-product.fixture.ts'
import { missingFacts, productSchemaOf, toBody, toNewBody, toValues } from './product-values.ts'

it('a product that the form loads and sends is unchanged', () => {
  const body = updateProductSchema.parse(toBody(toValues(COMPLETE_PRODUCT)))
  const { products_id: _id, createdAt: _created, updatedAt: _updated, ...fields } = COMPLETE_PRODUCT
  expect(body).toMatchObject(fields)
})

it('each picture keeps its key, whether the pictures before it have one or not', () => {
  const pictures = [
    { url: 'https://cdn.example/a.webp', key: '', alt: '' },
    { url: '/images/b.webp', key: 'b.webp', alt: '' },
    { url: 'https://cdn.example/c.webp', key: '', alt: '' },
  ]
  const body = updateProductSchema.parse(toBody({ ...toValues(COMPLETE_PRODUCT), pictures }))
  // Keys after the last picture with a key are left out.
  expect(body.imageKeys).toEqual(['', 'b.webp'])
  const images = pictures.map(({ url }) => url)
  expect(toValues({ images, imageKeys: body.imageKeys ?? [] }).pictures).toEqual(pictures)
})

it('a product whose pictures have no descriptions is sent without descriptions', () => {
  const values = toValues({ images: ['/a.webp', '/b.webp'] })
  expect(toBody(values)['imageAlts']).toEqual([])
})

it('a product whose pictures have no keys is sent without keys', () => {
  const values = toValues({ ...COMPLETE_PRODUCT, imageKeys: [] })
  expect(toBody(values)).toMatchObject({ imageKeys: [] })
})

it('an emptied field is sent as null, which removes it from the product', () => {
  const body = toBody({
    ...toValues(COMPLETE_PRODUCT),
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
  const values = { ...toValues(COMPLETE_PRODUCT), price: 'cheap', 'maker.fssai': '1', shelfLifeDays: '2.5' }
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
  expect(missingFacts(toValues(COMPLETE_PRODUCT))).toEqual([])
})

it('a new product misses the MRP and the allergens, and only an imported one misses its importer', () => {
  const missing = missingFacts({ ...toValues({}), origin: 'lk' })
  expect(missing).toContain('the MRP')
  expect(missing).toContain('the allergens')
  expect(missing).toContain('the importer')
  expect(missingFacts({ ...toValues({}), origin: 'IN' })).not.toContain('the importer')
  expect(missingFacts(toValues({}))).not.toContain('the importer')
})
