import { asPaise } from '@nashta/contracts/money'
import type { ProductRecord } from '@nashta/shop-api/catalogue/product-store'

export const CATEGORIES = ['Donuts', 'Chips', 'Chocolates', 'Nuts & Treats']
export const FLAVOURS = (
  'kesar pista masala mango coconut jaggery cardamom rose chilli lemon ' +
  'tamarind ginger almond cashew sesame pepper mint guava saffron peanut'
).split(' ')
const ADJECTIVES = (
  'Roasted Crispy Soft Glazed Spicy Sweet Smoked Salted Golden Homestyle ' +
  'Crunchy Handmade Royal Festive Classic Double Tiny Giant Fresh Toasted'
).split(' ')
const KINDS = 'Donut Wafers Truffle Laddoo Brittle Namkeen Fudge Barfi Biscuit Crisps'.split(' ')
const PLACES = 'Jaipur Kolkata Madurai Pune Surat Mysuru Lucknow Amritsar Kochi Indore'.split(' ')

const SEED = 20_260_101
const FIRST_DAY = Date.UTC(2020, 0, 1)
const HOUR_MS = 60 * 60 * 1000
/** The products were created within 50,000 hours, which are almost six years. */
const CREATION_HOURS = 50_000
const PICTURE_COUNT = 36
/** More than any run sells. */
export const STOCK = 100_000_000

/**
 * Generates the same products on every machine and in every run. A larger catalogue starts with the
 * products of a smaller one.
 */
export function generateCatalogue(count: number): ProductRecord[] {
  const random = createRandom(SEED)
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? ''

  return Array.from({ length: count }, (_, index) => {
    const flavour = pick(FLAVOURS)
    const key = `generated-${index % PICTURE_COUNT}.webp`
    const createdAt = new Date(FIRST_DAY + Math.floor(random() * CREATION_HOURS) * HOUR_MS).toISOString()
    return {
      products_id: productId(index),
      name: `${pick(ADJECTIVES)} ${capitalise(flavour)} ${pick(KINDS)} ${index}`,
      description:
        `A ${pick(KINDS).toLowerCase()} with ${flavour} and ${pick(FLAVOURS)}, ` +
        `made as in ${pick(PLACES)}.`,
      pricePaise: asPaise(pricePaise(index)),
      imageUrl: `/images/${key}`,
      images: [`/images/${key}`],
      imageKeys: [key],
      category: pick(CATEGORIES),
      createdAt,
      updatedAt: createdAt,
      // Every second product has a stock, so that purchases update it.
      ...(index % 2 === 0 && { stock: STOCK }),
    }
  })
}

const DIETS = ['veg', 'veg', 'veg', 'egg', 'nonveg'] as const
const ALLERGENS = [
  [],
  ['milk'],
  ['gluten', 'milk'],
  ['peanut'],
  ['tree nuts', 'milk'],
  ['egg', 'gluten'],
  ['sesame'],
]
const GRAMS = [90, 250, 500]
const ORIGINS = ['BE', 'US']
const MAKER_COUNT = 200

/** The same products with their facts. Those that follow one another are the packs of a snack. */
export function withFacts(products: readonly ProductRecord[]): ProductRecord[] {
  return products.map((product, index) => {
    const snack = Math.floor(index / GRAMS.length)
    const { name, description, category } = products[snack * GRAMS.length] ?? product
    // A tenth of the snacks has a pack that is sold out.
    const isSoldOut = snack % 10 === 0 && index % GRAMS.length === 1
    return {
      ...product,
      name,
      description,
      category,
      ...(isSoldOut && { stock: 0 }),
      family: `snack-${snack}`,
      netQuantity: { value: GRAMS[index % GRAMS.length] ?? 0, unit: 'g' },
      diet: DIETS[snack % DIETS.length],
      vegan: snack % 4 === 0,
      jain: snack % 6 === 0,
      allergens: { contains: ALLERGENS[snack % ALLERGENS.length] ?? [], mayContain: [] },
      origin: ORIGINS[snack % 20] ?? 'IN',
      maker: { name: `Maker ${snack % MAKER_COUNT}`, address: 'Pune 411001', fssai: '10000000000014' },
    } satisfies ProductRecord
  })
}

export function productId(index: number) {
  return `generated-${index}`
}

/** From 20 to 500 rupees. Products that follow one another have different prices. */
export function pricePaise(index: number) {
  return 2_000 + ((index * 7_919) % 48_000)
}

function capitalise(word: string) {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The mulberry32 generator of numbers from 0 to 1. */
function createRandom(seed: number) {
  let state = seed
  return function nextRandom() {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
