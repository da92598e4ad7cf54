import * as z from 'zod/mini'
import { DEFAULT_CATEGORY, PRICE_MAX_RUPEES, STOCK_MAX } from '../constants.ts'
import { PRODUCT_CATEGORY_INVALID } from '../fields.ts'
import {
  type FieldRules,
  type FormField,
  optional,
  removable,
  required,
  rowsWith,
  withDefault,
} from '../form-fields.ts'
import { GST_RATES, LATER_RATE } from '../gst-rates.ts'
import { paiseToRupees, parseRupees } from '../money.ts'
import { CATEGORIES_PER_PRODUCT_MAX } from './categories.ts'
import { isSafeImageUrl } from './image-url.ts'

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

const UNITS = ['g', 'ml', 'piece'] as const

export const PICTURES_PER_PRODUCT_MAX = 20

const NAME_INVALID = 'A product name has 1 to 200 characters'
const CATEGORIES_INVALID = `A product is on up to ${CATEGORIES_PER_PRODUCT_MAX} shelves`
const DESCRIPTION_INVALID = 'A product description has at most 5000 characters'
const PRICE_INVALID = 'A price is an amount in rupees with at most two decimals'
const IMAGE_INVALID = 'A picture is a path of this store or an https address'
const ALT_INVALID = 'A description of a picture has at most 200 characters'
const STOCK_INVALID = 'Stock is a whole number, zero or more'
const BARCODE_INVALID = 'A barcode has 8, 12, 13 or 14 digits, the last of which is a check digit'
const HSN_INVALID = 'An HSN code has 4, 6 or 8 digits'
const LATER_RATE_INVALID = `A later rate is its first day and ${GST_RATES.join(', ')} per cent, such as 2027-04-01 18`
const LATER_RATES_INVALID = 'Later rates are up to 20 days, each once'
const LATER_RATES_MAX = 20
const MAKER_INVALID = 'A maker has a name, an address with a pincode and a 14-digit FSSAI number'
const ORIGIN_INVALID = 'Origin is a country code of two letters, such as IN'
/** Finds a pincode in a text, such as `400001` or `400 001`, but not inside a longer number. */
const PINCODE = /(?<!\d)[1-9]\d{2} ?\d{3}(?!\d)/

const price = z.pipe(
  z.union([z.number(), z.string()], PRICE_INVALID),
  z.transform((value: number | string, context) => {
    const paise = parseRupees(value)
    if (paise !== null && paiseToRupees(paise) <= PRICE_MAX_RUPEES) return paiseToRupees(paise)

    context.issues.push({ code: 'custom', message: PRICE_INVALID, input: value })
    return z.NEVER
  }),
)

const unitCount = z.int(STOCK_INVALID).check(z.nonnegative(STOCK_INVALID), z.lte(STOCK_MAX, STOCK_INVALID))

const imageUrl = z
  .string(IMAGE_INVALID)
  .check(z.maxLength(2048, IMAGE_INVALID), z.refine(isSafeImageUrl, IMAGE_INVALID))

const allergenList = z.array(z.enum(ALLERGENS)).check(z.maxLength(ALLERGENS.length))

/** The part of the form for products that a field is shown in. */
export const SECTIONS = [
  'Product',
  'Price and stock',
  'Pack',
  'What is in it',
  'Nutrition in 100 g or 100 ml',
  'Origin and tax',
] as const

export type ProductField = (FormField | { kind: 'list' }) & {
  rules: FieldRules
  /**
   * The schema of the value in replies to operators, for a field that shoppers do not see. The fields
   * that shoppers see have theirs in product.ts, so that the storefront does not load this table.
   */
  operatorReply?: z.ZodMiniType
  /** Absent for a field that the form has no input for, or that an input of another field sets. */
  section?: (typeof SECTIONS)[number]
  /** Set for a field of the grid: the schema of its cells. Null means that the product has no such value. */
  gridCell?: z.ZodMiniType
  /** In the grid, the text for an absent value. */
  absent?: string
  /** Set if Indian law requires the field of a packed snack: its name in the list of missing fields. */
  requiredByLaw?: string
  /** Whether the law requires the field only of an imported snack. */
  ofImportsOnly?: true
  /** Only the response with one product contains the field: lists stay small. */
  isDetail?: true
}

/**
 * The fields of a product that operators fill in, once each. The requests that create and change a
 * product, the operators' replies, the desk's form and grid, the list of missing fields that the law
 * requires, and the stored columns all follow from this table and its order.
 */
export const PRODUCT_FIELDS = {
  name: {
    rules: required(text(200, NAME_INVALID).check(z.minLength(1, NAME_INVALID))),
    kind: 'text',
    label: 'Name',
    section: 'Product',
  },
  category: {
    rules: withDefault(
      text(100, PRODUCT_CATEGORY_INVALID).check(z.minLength(1, PRODUCT_CATEGORY_INVALID)),
      DEFAULT_CATEGORY,
    ),
    kind: 'text',
    label: 'Category',
  },
  /** All shelves of a product that is on several, `category` among them. */
  categories: {
    rules: removable(
      z
        .array(
          text(100, PRODUCT_CATEGORY_INVALID).check(z.minLength(1, PRODUCT_CATEGORY_INVALID)),
          CATEGORIES_INVALID,
        )
        .check(
          z.minLength(1, CATEGORIES_INVALID),
          z.maxLength(CATEGORIES_PER_PRODUCT_MAX, CATEGORIES_INVALID),
        ),
    ),
    kind: 'list',
  },
  description: {
    rules: withDefault(text(5000, DESCRIPTION_INVALID), ''),
    kind: 'text',
    label: 'Description',
    rows: 4,
    section: 'Product',
  },
  // An empty text means no picture; pages then show the fallback picture.
  imageUrl: {
    rules: withDefault(z.union([z.literal(''), imageUrl], IMAGE_INVALID), ''),
    kind: 'text',
    label: 'Main picture',
  },
  images: {
    rules: withDefault(
      z.array(imageUrl, IMAGE_INVALID).check(z.maxLength(PICTURES_PER_PRODUCT_MAX, IMAGE_INVALID)),
      [],
    ),
    kind: 'list',
    requiredByLaw: 'a picture',
  },
  // The key of each of `images` in the picture store. A picture from elsewhere has an empty key.
  imageKeys: {
    rules: withDefault(
      z
        .array(z.string().check(z.maxLength(1024)), IMAGE_INVALID)
        .check(z.maxLength(PICTURES_PER_PRODUCT_MAX, IMAGE_INVALID)),
      [],
    ),
    kind: 'list',
  },
  imageAlts: {
    rules: optional(
      z.array(text(200, ALT_INVALID), ALT_INVALID).check(z.maxLength(PICTURES_PER_PRODUCT_MAX, ALT_INVALID)),
    ),
    kind: 'list',
    isDetail: true,
  },
  price: {
    rules: required(price),
    kind: 'amount',
    label: 'Price ₹',
    section: 'Price and stock',
    gridCell: z.number(),
  },
  /** The maximum retail price, all taxes included. */
  mrp: {
    rules: removable(price),
    kind: 'amount',
    label: 'MRP ₹',
    section: 'Price and stock',
    gridCell: z.nullable(z.number()),
    requiredByLaw: 'the MRP',
  },
  stock: {
    rules: removable(unitCount),
    kind: 'count',
    label: 'Stock',
    hint: 'Empty: unlimited',
    section: 'Price and stock',
    gridCell: z.nullable(z.number()),
    absent: 'unlimited',
  },
  /** At this stock or below, operators are told to order more. */
  lowStockLevel: {
    rules: removable(unitCount),
    operatorReply: z.int().check(z.nonnegative()),
    kind: 'count',
    label: 'Low at',
    section: 'Price and stock',
    gridCell: z.nullable(z.number()),
    isDetail: true,
  },
  /** False for a draft, which only operators see. */
  published: {
    rules: optional(z.boolean('Published is true or false')),
    kind: 'flag',
    label: 'Published',
    gridCell: z.boolean(),
  },
  netQuantity: {
    rules: removable(
      z.strictObject(
        { value: z.number().check(z.positive(), z.lte(100_000)), unit: z.enum(UNITS) },
        'Net quantity is an amount above zero in g, ml or piece',
      ),
    ),
    kind: 'group',
    parts: {
      value: { kind: 'number', label: 'Net quantity' },
      unit: { kind: 'choice', label: 'Unit', choices: UNITS, initial: 'g' },
    },
    section: 'Pack',
    requiredByLaw: 'the net quantity',
  },
  /** Tells the packs of a family apart, such as `250 g`. */
  packLabel: {
    rules: removable(filledText(40, 'A pack label has 1 to 40 characters')),
    kind: 'text',
    label: 'Label of the pack',
    hint: 'Such as 250 g',
    section: 'Pack',
  },
  /** Products of one family are packs of the same snack. */
  family: {
    rules: removable(
      z
        .string('A family has letters, digits and dashes only')
        .check(z.regex(/^[a-z\d][a-z\d-]{0,99}$/, 'A family has lower-case letters, digits and dashes only')),
    ),
    kind: 'text',
    label: 'Family',
    hint: 'The same word for every pack of a snack',
    section: 'Pack',
  },
  /** The number below the bars on the pack. Goods are received and counted by it. */
  barcode: {
    rules: removable(z.string(BARCODE_INVALID).check(z.refine(isBarcode, BARCODE_INVALID))),
    operatorReply: z.string(),
    kind: 'digits',
    label: 'Barcode',
    hint: 'The EAN, UPC or GTIN on the pack',
    section: 'Pack',
    gridCell: z.nullable(z.string()),
  },
  diet: {
    rules: removable(z.enum(DIETS, 'Diet is veg, egg or nonveg')),
    kind: 'choice',
    label: 'Diet',
    choices: DIETS,
    section: 'What is in it',
    requiredByLaw: 'the mark veg or non-veg',
  },
  vegan: {
    rules: removable(z.boolean('Vegan is true or false')),
    kind: 'flag',
    label: 'Vegan',
    section: 'What is in it',
  },
  /** Without onion, garlic and root vegetables. */
  jain: {
    rules: removable(z.boolean('Jain is true or false')),
    kind: 'flag',
    label: 'Jain',
    section: 'What is in it',
  },
  ingredients: {
    rules: removable(filledText(3000, 'Ingredients have 1 to 3000 characters')),
    kind: 'text',
    label: 'Ingredients, in descending order of weight',
    rows: 3,
    section: 'What is in it',
    requiredByLaw: 'the ingredients',
    isDetail: true,
  },
  allergens: {
    rules: removable(
      z.strictObject(
        { contains: allergenList, mayContain: allergenList },
        `Allergens are lists of ${ALLERGENS.join(', ')}`,
      ),
    ),
    kind: 'group',
    parts: {
      contains: { kind: 'choices', label: 'Contains', choices: ALLERGENS },
      mayContain: { kind: 'choices', label: 'May contain', choices: ALLERGENS },
    },
    confirmed: 'The allergens above are complete, be it none',
    section: 'What is in it',
    requiredByLaw: 'the allergens',
  },
  /** All amounts but the serving size are per 100 g or 100 ml. */
  nutrition: {
    rules: removable(
      z.strictObject(
        {
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
        },
        'Nutrition has amounts per 100 g or 100 ml, zero or more, and a serving size',
      ),
    ),
    kind: 'group',
    parts: {
      energyKcal: { kind: 'number', label: 'Energy, kcal' },
      proteinG: { kind: 'number', label: 'Protein, g' },
      carbohydrateG: { kind: 'number', label: 'Carbohydrate, g' },
      totalSugarsG: { kind: 'number', label: 'Total sugars, g' },
      addedSugarsG: { kind: 'number', label: 'Added sugars, g' },
      fatG: { kind: 'number', label: 'Fat, g' },
      saturatedFatG: { kind: 'number', label: 'Saturated fat, g' },
      transFatG: { kind: 'number', label: 'Trans fat, g' },
      cholesterolMg: { kind: 'number', label: 'Cholesterol, mg' },
      sodiumMg: { kind: 'number', label: 'Sodium, mg' },
      servingSize: { kind: 'number', label: 'Serving size, g or ml', isExtra: true },
    },
    section: 'Nutrition in 100 g or 100 ml',
    requiredByLaw: 'the nutrition',
    isDetail: true,
  },
  shelfLifeDays: {
    rules: removable(
      z
        .int('Shelf life is a whole number of days')
        .check(z.positive('Shelf life is one day or more'), z.lte(3650, 'Shelf life is at most ten years')),
    ),
    kind: 'count',
    label: 'Shelf life, days',
    section: 'Origin and tax',
    requiredByLaw: 'the shelf life',
    isDetail: true,
  },
  storage: {
    rules: removable(filledText(200, 'Storage has 1 to 200 characters')),
    kind: 'text',
    label: 'How to store it',
    section: 'Origin and tax',
    requiredByLaw: 'how to store it',
    isDetail: true,
  },
  /** The country where the snack was made, by its two-letter code. */
  origin: {
    rules: removable(z.string(ORIGIN_INVALID).check(z.refine(isCountryCode, ORIGIN_INVALID))),
    kind: 'text',
    label: 'Country of origin',
    hint: 'Two letters, such as IN',
    isCapital: true,
    section: 'Origin and tax',
    requiredByLaw: 'the country of origin',
  },
  importer: {
    rules: removable(filledText(300, 'An importer has 1 to 300 characters')),
    kind: 'text',
    label: 'Importer',
    section: 'Origin and tax',
    requiredByLaw: 'the importer',
    ofImportsOnly: true,
    isDetail: true,
  },
  maker: {
    rules: removable(
      z.strictObject(
        {
          name: filledText(200, MAKER_INVALID),
          address: filledText(300, MAKER_INVALID).check(z.regex(PINCODE, MAKER_INVALID)),
          fssai: z.string(MAKER_INVALID).check(z.regex(/^\d{14}$/, MAKER_INVALID)),
        },
        MAKER_INVALID,
      ),
    ),
    kind: 'group',
    parts: {
      name: { kind: 'text', label: 'Maker' },
      address: { kind: 'text', label: 'Address of the maker' },
      fssai: { kind: 'digits', label: 'FSSAI number of the maker' },
    },
    section: 'Origin and tax',
    requiredByLaw: 'the maker with address and FSSAI number',
    isDetail: true,
  },
  hsn: {
    rules: removable(z.string(HSN_INVALID).check(z.regex(/^(?:\d{4}|\d{6}|\d{8})$/, HSN_INVALID))),
    kind: 'digits',
    label: 'HSN code',
    section: 'Origin and tax',
    requiredByLaw: 'the HSN code',
    isDetail: true,
  },
  gstRate: {
    rules: removable(
      z.union(
        GST_RATES.map((rate) => z.literal(rate)),
        `A GST rate is one of ${GST_RATES.join(', ')} per cent`,
      ),
    ),
    kind: 'choice',
    label: 'GST rate, %',
    choices: GST_RATES,
    section: 'Origin and tax',
    requiredByLaw: 'the GST rate',
    isDetail: true,
  },
  /** Rates with their first days in India. What is handed over from such a day on has its rate: see `rateOn`. */
  laterGstRates: {
    rules: removable(
      z
        .array(
          z
            .string(LATER_RATE_INVALID)
            .check(
              z.trim(),
              z.regex(LATER_RATE, LATER_RATE_INVALID),
              z.refine(isLaterRate, LATER_RATE_INVALID),
            ),
          LATER_RATES_INVALID,
        )
        .check(
          z.minLength(1, LATER_RATES_INVALID),
          z.maxLength(LATER_RATES_MAX, LATER_RATES_INVALID),
          z.refine(hasEachDayOnce, LATER_RATES_INVALID),
        ),
    ),
    operatorReply: z.array(z.string()),
    kind: 'lines',
    label: 'Later GST rates',
    hint: 'First day and rate, one in a line: 2027-04-01 18',
    rows: 2,
    section: 'Origin and tax',
    isDetail: true,
  },
} as const satisfies Record<string, ProductField>

/** The fields of the grid, in the order of its columns. */
export const GRID_FIELDS = rowsWith(PRODUCT_FIELDS, 'gridCell')

/** The fields that only operators see. */
export const OPERATOR_FIELDS = rowsWith(PRODUCT_FIELDS, 'operatorReply')

function isLaterRate(text: string) {
  return z.safeParse(z.iso.date(), text.slice(0, 'yyyy-mm-dd'.length)).success
}

function hasEachDayOnce(rates: readonly string[]) {
  return new Set(rates.map((rate) => rate.slice(0, 'yyyy-mm-dd'.length))).size === rates.length
}

function text(maxLength: number, error: string) {
  return z.string(error).check(z.trim(), z.maxLength(maxLength, error))
}

function filledText(maxLength: number, error: string) {
  return z.string(error).check(z.trim(), z.minLength(1, error), z.maxLength(maxLength, error))
}

function amountUpTo(max: number) {
  return z.optional(z.number().check(z.nonnegative(), z.lte(max)))
}

/** From the right, every second digit counts three times. The sum of a valid code is a multiple of ten. */
function isBarcode(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false
  const digits = Array.from(text, Number).toReversed()
  return digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0
}

/**
 * ISO 3166 leaves the codes AA, QM to QZ, XA to XZ and ZZ to its users. Of these, XK is in use, for Kosovo.
 * EU, EZ and UN are unions.
 */
const NO_COUNTRY = /^(?:AA|Q[M-Z]|X[A-JL-Z]|ZZ|EU|EZ|UN)$/

function isCountryCode(code: string): boolean {
  // `Intl` also has names for codes that stand for no country, such as ZZ for an unknown region.
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRY.test(code)) return false
  // With the fallback `none`, the name of a code without a country is undefined.
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined
}
