import * as z from 'zod/mini'

// The facts of a packed snack that Indian law demands or shoppers look for. A product may lack
// any of these facts.

export const DIETS = ['veg', 'egg', 'nonveg'] as const

export const ALLERGENS = [
  'gluten',
  'crustaceans',
  'milk',
  'egg',
  'fish',
  'peanut',
  'tree nuts',
  'soy',
  'sulphites',
  'sesame',
  'mustard',
] as const

const GST_RATES = [0, 5, 18, 40] as const

/** All amounts but the serving size are per 100 g or 100 ml. */
const nutritionFields = {
  /** Pure fat has 900 kcal. */
  energyKcal: amountUpTo(900),
  proteinG: amountUpTo(100),
  carbohydrateG: amountUpTo(100),
  totalSugarsG: amountUpTo(100),
  addedSugarsG: amountUpTo(100),
  fatG: amountUpTo(100),
  saturatedFatG: amountUpTo(100),
  transFatG: amountUpTo(100),
  cholesterolMg: amountUpTo(10_000),
  sodiumMg: amountUpTo(100_000),
  /** In g or ml. */
  servingSize: z.optional(z.number().check(z.positive(), z.lte(10_000))),
}

const allergenList = z.array(z.enum(ALLERGENS)).check(z.maxLength(ALLERGENS.length))

const HSN_INVALID = 'An HSN code has 4, 6 or 8 digits'
const MAKER_INVALID = 'A maker has a name, an address with a pincode and a 14-digit FSSAI number'
/** Finds a pincode in a text, such as `400001` or `400 001`, but not inside a longer number. */
const PINCODE = /(?<!\d)[1-9]\d{2} ?\d{3}(?!\d)/

/** The strict form of each fact, for requests that create or change a product. */
export const factInputs = {
  diet: z.enum(DIETS, 'Diet is veg, egg or nonveg'),
  vegan: z.boolean('Vegan is true or false'),
  /** Without onion, garlic and root vegetables. */
  jain: z.boolean('Jain is true or false'),
  /** In descending order of weight. */
  ingredients: text(3000, 'Ingredients have 1 to 3000 characters'),
  allergens: z.strictObject(
    { contains: allergenList, mayContain: allergenList },
    `Allergens are lists of ${ALLERGENS.join(', ')}`,
  ),
  nutrition: z.strictObject(
    nutritionFields,
    'Nutrition has amounts per 100 g or 100 ml, zero or more, and a serving size',
  ),
  netQuantity: z.strictObject(
    { value: z.number().check(z.positive(), z.lte(100_000)), unit: z.enum(['g', 'ml', 'piece']) },
    'Net quantity is an amount above zero in g, ml or piece',
  ),
  shelfLifeDays: z
    .int('Shelf life is a whole number of days')
    .check(z.positive('Shelf life is one day or more'), z.lte(3650, 'Shelf life is at most ten years')),
  storage: text(200, 'Storage has 1 to 200 characters'),
  /** The country where the snack was made, by its two-letter code. */
  origin: z
    .string('Origin is a country code of two letters, such as IN')
    .check(z.refine(isCountryCode, 'Origin is a country code of two letters, such as IN')),
  importer: text(300, 'An importer has 1 to 300 characters'),
  maker: z.strictObject(
    {
      name: text(200, MAKER_INVALID),
      address: text(300, MAKER_INVALID).check(z.regex(PINCODE, MAKER_INVALID)),
      fssai: z.string(MAKER_INVALID).check(z.regex(/^\d{14}$/, MAKER_INVALID)),
    },
    MAKER_INVALID,
  ),
  hsn: z.string(HSN_INVALID).check(z.regex(/^(?:\d{4}|\d{6}|\d{8})$/, HSN_INVALID)),
  gstRate: z.union(
    GST_RATES.map((rate) => z.literal(rate)),
    `A GST rate is one of ${GST_RATES.join(', ')} per cent`,
  ),
  /** Products of one family are packs of the same snack. */
  family: z
    .string('A family has letters, digits and dashes only')
    .check(z.regex(/^[a-z\d][a-z\d-]{0,99}$/, 'A family has lower-case letters, digits and dashes only')),
  /** Tells the packs of a family apart, such as `250 g`. */
  packLabel: text(40, 'A pack label has 1 to 40 characters'),
}

function amountUpTo(max: number) {
  return z.optional(z.number().check(z.nonnegative(), z.lte(max)))
}

function text(maxLength: number, error: string) {
  return z.string(error).check(z.trim(), z.minLength(1, error), z.maxLength(maxLength, error))
}

/** ISO 3166 leaves these codes to its users: AA, QM to QZ, XA to XZ and ZZ, of which XK is used for Kosovo. EU, EZ and UN are unions. */
const NO_COUNTRY = /^(?:AA|Q[M-Z]|X[A-JL-Z]|ZZ|EU|EZ|UN)$/

function isCountryCode(code: string): boolean {
  // `Intl` also has names for codes that stand for no country, such as ZZ for an unknown region.
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRY.test(code)) return false
  // With the fallback `none`, the name of a code without a country is undefined.
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined
}
