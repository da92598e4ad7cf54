import { DEMO_SHOP_NOTICE } from '@nashta/contracts/shop/shop-texts'
import type { MetaDescriptor } from 'react-router'
import type { ShopIdentity } from '../../data/shop/read-shop.ts'
import type { Face } from '../../texts/face.ts'

type RootData = { publicUrl: string; shop: ShopIdentity | null; face: Face | null }

/** The JSON-LD of the store and its site search, for search engines. */
export function storeJsonLd(rootData: RootData | undefined): MetaDescriptor[] {
  if (!rootData?.shop || !rootData.face) return []
  const { publicUrl, shop, face } = rootData
  const url = new URL('/', publicUrl).href
  const store = { '@id': `${url}#store`, name: face.name, url }
  return [
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@graph': [
          {
            '@type': 'Organization',
            ...store,
            logo: new URL(face.largeIcon, publicUrl).href,
            ...describeOrganisation(shop),
          },
          {
            '@type': 'WebSite',
            '@id': `${url}#site`,
            name: face.name,
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
      },
    },
  ]
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
