import { createProductSchema, updateProductSchema } from '@nashta/contracts/catalogue/product-input'
import type { DeskProduct } from '@nashta/contracts/catalogue/product-writes'

/** The nutrients per 100 g or 100 ml, and the serving size, each with its label in the form. */
export const NUTRIENTS = [
  ['energyKcal', 'Energy, kcal'],
  ['proteinG', 'Protein, g'],
  ['carbohydrateG', 'Carbohydrate, g'],
  ['totalSugarsG', 'Total sugars, g'],
  ['addedSugarsG', 'Added sugars, g'],
  ['fatG', 'Fat, g'],
  ['saturatedFatG', 'Saturated fat, g'],
  ['transFatG', 'Trans fat, g'],
  ['cholesterolMg', 'Cholesterol, mg'],
  ['sodiumMg', 'Sodium, mg'],
  ['servingSize', 'Serving size, g or ml'],
] as const

/** `key` is empty for a picture that is not in the picture store. */
export type PictureValue = { url: string; key: string; alt: string }

/** The values of the form. Numbers are strings, because an input's value is a string. */
export type ProductValues = {
  name: string
  category: string
  description: string
  price: string
  mrp: string
  stock: string
  lowStockLevel: string
  family: string
  packLabel: string
  diet: string
  vegan: boolean
  jain: boolean
  ingredients: string
  contains: string[]
  mayContain: string[]
  /** Whether both lists of allergens are complete. They may be empty then. */
  allergensKnown: boolean
  nutrition: Record<string, string>
  netQuantity: string
  netUnit: string
  shelfLifeDays: string
  storage: string
  origin: string
  importer: string
  makerName: string
  makerAddress: string
  makerFssai: string
  hsn: string
  gstRate: string
  pictures: PictureValue[]
}

export function toValues(product: Partial<DeskProduct>): ProductValues {
  const {
    allergens,
    netQuantity,
    maker,
    nutrition = {},
    images = [],
    imageKeys = [],
    imageAlts = [],
  } = product
  return {
    name: product.name ?? '',
    category: product.category ?? '',
    description: product.description ?? '',
    price: textOf(product.price),
    mrp: textOf(product.mrp),
    stock: textOf(product.stock),
    lowStockLevel: textOf(product.lowStockLevel),
    family: product.family ?? '',
    packLabel: product.packLabel ?? '',
    diet: product.diet ?? '',
    vegan: product.vegan ?? false,
    jain: product.jain ?? false,
    ingredients: product.ingredients ?? '',
    contains: allergens?.contains ?? [],
    mayContain: allergens?.mayContain ?? [],
    allergensKnown: allergens !== undefined,
    nutrition: Object.fromEntries(NUTRIENTS.map(([name]) => [name, textOf(nutrition[name])])),
    netQuantity: textOf(netQuantity?.value),
    netUnit: netQuantity?.unit ?? 'g',
    shelfLifeDays: textOf(product.shelfLifeDays),
    storage: product.storage ?? '',
    origin: product.origin ?? '',
    importer: product.importer ?? '',
    makerName: maker?.name ?? '',
    makerAddress: maker?.address ?? '',
    makerFssai: maker?.fssai ?? '',
    hsn: product.hsn ?? '',
    gstRate: textOf(product.gstRate),
    pictures: images.map((url, index) => ({
      url,
      key: imageKeys[index] ?? '',
      alt: imageAlts[index] ?? '',
    })),
  }
}

/**
 * The loaded values, except in edited fields, which keep their current values. A field is edited if
 * the operator has changed its value since the values were last loaded or sent.
 */
export function withEditedValues(
  loaded: ProductValues,
  current: ProductValues,
  lastLoadedOrSent: ProductValues,
): ProductValues {
  const edited = Object.entries(current).filter(
    ([name, value]) => value !== lastLoadedOrSent[name as keyof ProductValues],
  )
  return { ...loaded, ...Object.fromEntries(edited) }
}

/**
 * The body of the call that changes the product. Null removes a value. Prices stay strings, which
 * the Shop API parses. Other numbers must be numbers.
 */
export function toBody(values: ProductValues) {
  const nutrition = Object.entries(values.nutrition).filter(([, text]) => text.trim() !== '')
  const maker = { name: values.makerName, address: values.makerAddress, fssai: values.makerFssai }
  return {
    name: values.name,
    category: values.category,
    description: values.description,
    price: values.price,
    mrp: orNull(values.mrp),
    stock: numberOrNull(values.stock),
    lowStockLevel: numberOrNull(values.lowStockLevel),
    imageUrl: values.pictures[0]?.url ?? '',
    images: values.pictures.map(({ url }) => url),
    imageKeys: keysOf(values.pictures),
    imageAlts: values.pictures.map(({ alt }) => alt),
    family: orNull(values.family),
    packLabel: orNull(values.packLabel),
    diet: orNull(values.diet),
    vegan: values.vegan || null,
    jain: values.jain || null,
    ingredients: orNull(values.ingredients),
    allergens: values.allergensKnown ? { contains: values.contains, mayContain: values.mayContain } : null,
    nutrition:
      nutrition.length === 0
        ? null
        : Object.fromEntries(nutrition.map(([name, text]) => [name, Number(text)])),
    netQuantity:
      values.netQuantity.trim() === '' ? null : { value: Number(values.netQuantity), unit: values.netUnit },
    shelfLifeDays: numberOrNull(values.shelfLifeDays),
    storage: orNull(values.storage),
    origin: orNull(values.origin.trim().toUpperCase()),
    importer: orNull(values.importer),
    maker: Object.values(maker).every((text) => text.trim() === '') ? null : maker,
    hsn: orNull(values.hsn),
    gstRate: numberOrNull(values.gstRate),
  }
}

/**
 * The key of each picture, at the index of the picture. The list ends at the last picture that has
 * a key.
 */
function keysOf(pictures: readonly PictureValue[]) {
  const lastWithKey = pictures.findLastIndex(({ key }) => key !== '')
  return pictures.slice(0, lastWithKey + 1).map(({ key }) => key)
}

/**
 * The body of the call that creates the product as a draft. Empty values are left out: that call
 * accepts no null, and gives a product without a category the default one.
 */
export function toNewBody(values: ProductValues) {
  const given = Object.entries(toBody(values)).filter(([, value]) => value !== null && value !== '')
  return { ...Object.fromEntries(given), published: false }
}

/** The first error of each field of the request body, by the rules of the Shop API. */
export function errorsOf(values: ProductValues, { isNew }: { isNew: boolean }): Record<string, string> {
  const result = isNew
    ? createProductSchema.safeParse(toNewBody(values))
    : updateProductSchema.safeParse(toBody(values))
  const errors: Record<string, string> = {}
  for (const { path, message } of result.error?.issues ?? []) errors[String(path[0])] ??= message
  return errors
}

/** The facts that Indian law requires of a packed snack and that this product lacks. */
export function missingFacts(values: ProductValues): string[] {
  const requiredNutrients = NUTRIENTS.filter(([name]) => name !== 'servingSize')
  const needed: [label: string, isGiven: boolean][] = [
    ['a picture', values.pictures.length > 0],
    ['the MRP', values.mrp.trim() !== ''],
    ['the net quantity', values.netQuantity.trim() !== ''],
    ['the mark veg or non-veg', values.diet !== ''],
    ['the ingredients', values.ingredients.trim() !== ''],
    ['the allergens', values.allergensKnown],
    ['the nutrition', requiredNutrients.every(([name]) => (values.nutrition[name] ?? '').trim() !== '')],
    ['the shelf life', values.shelfLifeDays.trim() !== ''],
    ['how to store it', values.storage.trim() !== ''],
    ['the country of origin', values.origin.trim() !== ''],
    ['the importer', !isImported(values.origin) || values.importer.trim() !== ''],
    [
      'the maker with address and FSSAI number',
      [values.makerName, values.makerAddress, values.makerFssai].every((text) => text.trim() !== ''),
    ],
    ['the HSN code', values.hsn.trim() !== ''],
    ['the GST rate', values.gstRate !== ''],
  ]
  return needed.filter(([, isGiven]) => !isGiven).map(([label]) => label)
}

/** False while the country is not known: then only the country is reported as missing. */
function isImported(origin: string) {
  const code = origin.trim().toUpperCase()
  return code !== '' && code !== 'IN'
}

function textOf(value: number | undefined): string {
  return value === undefined ? '' : String(value)
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text
}

function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}
