import { shopPicturePath } from '@nashta/contracts/shop/face'
import { DEMO_SHOP_NOTICE } from '@nashta/contracts/shop/shop-texts'
import type { ShopIdentity } from '../../data/shop/read-shop.ts'

/** The JSON-LD of the store and its site search, for search engines. */
export function storeJsonLd(shop: ShopIdentity, publicUrl: string) {
  const name = shop.tradeName
  const url = new URL('/', publicUrl).href
  const store = { '@id': `${url}#store`, name, url }
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        ...store,
        logo: new URL(shopPicturePath(shop, 'icon-512'), publicUrl).href,
        ...describeOrganisation(shop),
      },
      {
        '@type': 'WebSite',
        '@id': `${url}#site`,
        name,
        url,
        inLanguage: 'en-IN',
        publisher: { '@id': store['@id'] },
        potentialAction: {
          '@type': 'SearchAction',
          target: `${url}collections/allproducts?search={search}`,
          'query-input': 'required name=search',
        },
      },
    ],
  }
}

function describeOrganisation(shop: ShopIdentity) {
  const { legalName, address, email, phone, gstin, isDemo } = shop
  return {
    legalName,
    ...(isDemo && { description: DEMO_SHOP_NOTICE }),
    ...(gstin && { vatID: gstin }),
    address: { '@type': 'PostalAddress', streetAddress: address, addressCountry: 'IN' },
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer service', email, telephone: phone },
  }
}
