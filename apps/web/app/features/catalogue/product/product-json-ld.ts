import type { Product } from '@nashta/contracts/catalogue/product'
import { FALLBACK_PICTURE_URL, productPath, shelfPath } from '@nashta/contracts/catalogue/product-urls'
import { averageOf, type RatingSum } from '@nashta/contracts/ratings/rating-average'
import { STARS_MAX } from '@nashta/contracts/ratings/rating-texts'
import type { Shop } from '@nashta/contracts/shop/shop'
import { type DeliverySummary, feeAt, summariseDelivery } from '../../../texts/delivery.ts'

const SCHEMA = 'https://schema.org'

export type ProductJsonLdOptions = {
  publicUrl: string
  /** Null when the shop's record could not be loaded. */
  shop: Shop | null
  /** Whether the shop is open. If not, nothing is offered. */
  takesOrders: boolean
  /** The packs of the product's family. The product itself may be among them. */
  packs?: readonly Pick<Product, 'products_id' | 'name' | 'price'>[]
  /** The shelves that shoppers see. */
  shelves: readonly { slug: string; name: string }[]
}

/** The structured data of a product for search engines. */
export function productJsonLd(
  product: Product,
  { publicUrl, shop, takesOrders, packs = [], shelves }: ProductJsonLdOptions,
) {
  const { products_id, name, description, imageUrl, images, category, family, maker, origin } = product
  const shelf = shelves.find((each) => each.name === category)
  const absolute = (path: string) => new URL(path, publicUrl).href
  const url = absolute(productPath(products_id))
  const pictures = [...new Set([imageUrl, ...images])].filter((path) => path !== '')

  return {
    '@context': SCHEMA,
    '@graph': [
      {
        '@type': 'Product',
        '@id': url,
        name,
        description,
        sku: products_id,
        category: product.categories ?? category,
        image: (pictures.length > 0 ? pictures : [FALLBACK_PICTURE_URL]).map(absolute),
        ...(maker && { brand: { '@type': 'Brand', name: maker.name } }),
        ...(origin && { countryOfOrigin: origin }),
        ...describeNutrition(product),
        ...(family && { isVariantOf: { '@id': groupId(family) } }),
        ...(product.rating && { aggregateRating: describeRatings(product.rating) }),
        ...(takesOrders && { offers: describeOffer(product, url, shop) }),
      },
      ...(family ? [describePacks(family)] : []),
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { name: 'Home', item: absolute('/') },
          ...(shelf ? [{ name: shelf.name, item: absolute(shelfPath(shelf.slug)) }] : []),
          { name, item: url },
        ].map(({ name: step, item }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name: step,
          item,
        })),
      },
    ],
  }

  function groupId(family: string) {
    return absolute(`/#family-${family}`)
  }

  function describePacks(family: string) {
    const otherPacks = packs.filter((pack) => pack.products_id !== products_id)
    return {
      '@type': 'ProductGroup',
      '@id': groupId(family),
      name,
      productGroupID: family,
      variesBy: `${SCHEMA}/size`,
      hasVariant: [
        { '@id': url },
        ...otherPacks.map((pack) => ({
          '@type': 'Product',
          '@id': absolute(productPath(pack.products_id)),
          name: pack.name,
          offers: takesOrders
            ? {
                '@type': 'Offer',
                url: absolute(productPath(pack.products_id)),
                price: pack.price.toFixed(2),
                priceCurrency: 'INR',
              }
            : undefined,
        })),
      ],
    }
  }
}

/** Search engines show the stars only of ratings that the shop's pages show, too. */
function describeRatings(rating: RatingSum) {
  return {
    '@type': 'AggregateRating',
    ratingValue: averageOf(rating),
    ratingCount: rating.count,
    bestRating: STARS_MAX,
    worstRating: 1,
  }
}

function describeOffer({ price, stock, netQuantity }: Product, url: string, shop: Shop | null) {
  const delivery = shop && summariseDelivery(shop.delivery)
  return {
    '@type': 'Offer',
    url,
    price: price.toFixed(2),
    priceCurrency: 'INR',
    availability: `${SCHEMA}/${stock === 0 ? 'OutOfStock' : 'InStock'}`,
    ...(netQuantity && { priceSpecification: describeUnitPrice(price, netQuantity) }),
    ...(delivery && { shippingDetails: describeShipping(price, delivery) }),
    ...(shop && {
      seller: { '@type': 'Organization', name: shop.tradeName, legalName: shop.legalName },
      hasMerchantReturnPolicy: describeReturns(shop),
    }),
  }
}

/**
 * The fee and the time of delivery are the highest of all addresses, so that no shopper pays more
 * or waits longer than stated.
 */
function describeShipping(price: number, delivery: DeliverySummary) {
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: feeAt(delivery, price), currency: 'INR' },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: upToDays(0),
      transitTime: upToDays(delivery.days),
    },
  }
}

type NetQuantity = NonNullable<Product['netQuantity']>

/**
 * For 1500 g at ₹60, `price` is 60 and `referenceQuantity` is 1.5 kg. The `valueReference` of 1 kg
 * makes search engines show the price of 1 kg, ₹40.
 */
function describeUnitPrice(price: number, netQuantity: NetQuantity) {
  const quantity = withUnitCode(netQuantity)
  return {
    '@type': 'UnitPriceSpecification',
    price: price.toFixed(2),
    priceCurrency: 'INR',
    ...(quantity && {
      referenceQuantity: {
        '@type': 'QuantitativeValue',
        ...quantity,
        valueReference: { '@type': 'QuantitativeValue', value: 1, unitCode: quantity.unitCode },
      },
    }),
  }
}

/** Returns the quantity with its UN/CEFACT unit code: 250 g are 250 GRM, 1500 g are 1.5 KGM. */
function withUnitCode({ value, unit }: NetQuantity) {
  const isLarge = value >= 1000
  switch (unit) {
    case 'g':
      return isLarge ? { value: value / 1000, unitCode: 'KGM' } : { value, unitCode: 'GRM' }
    case 'ml':
      return isLarge ? { value: value / 1000, unitCode: 'LTR' } : { value, unitCode: 'MLT' }
    case 'piece':
      return { value, unitCode: 'C62' }
    default:
      return null
  }
}

/** The same terms as on the page about returns: the shopper need not send the snack back. */
function describeReturns({ returnWindowDays }: Shop) {
  const policy = { '@type': 'MerchantReturnPolicy', applicableCountry: 'IN' }
  if (returnWindowDays === 0) {
    return { ...policy, returnPolicyCategory: `${SCHEMA}/MerchantReturnNotPermitted` }
  }
  return {
    ...policy,
    returnPolicyCategory: `${SCHEMA}/MerchantReturnFiniteReturnWindow`,
    merchantReturnDays: returnWindowDays,
    returnMethod: `${SCHEMA}/KeepProduct`,
    returnFees: `${SCHEMA}/FreeReturn`,
  }
}

const NUTRIENTS: Record<string, [name: string, unit: string]> = {
  energyKcal: ['Energy', 'kcal'],
  proteinG: ['Protein', 'g'],
  carbohydrateG: ['Carbohydrate', 'g'],
  totalSugarsG: ['Total sugars', 'g'],
  addedSugarsG: ['Added sugars', 'g'],
  fatG: ['Fat', 'g'],
  saturatedFatG: ['Saturated fat', 'g'],
  transFatG: ['Trans fat', 'g'],
  cholesterolMg: ['Cholesterol', 'mg'],
  sodiumMg: ['Sodium', 'mg'],
}

/**
 * The nutrition as additional properties: schema.org has NutritionInformation for recipes and menu
 * items only.
 */
function describeNutrition({ nutrition, netQuantity }: Product) {
  if (!nutrition) return {}
  const per = netQuantity?.unit === 'ml' ? '100 ml' : '100 g'
  const additionalProperty = Object.entries(NUTRIENTS).flatMap(([field, [name, unitText]]) => {
    const value = nutrition[field]
    return value === undefined
      ? []
      : [{ '@type': 'PropertyValue', name: `${name} per ${per}`, value, unitText }]
  })
  return { additionalProperty }
}

function upToDays(max: number) {
  return { '@type': 'QuantitativeValue', minValue: 0, maxValue: max, unitCode: 'DAY' }
}
