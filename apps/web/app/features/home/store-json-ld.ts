import type { MetaDescriptor } from 'react-router'

/** The JSON-LD of the store and its site search, for search engines. */
export function storeJsonLd(publicUrl: string | undefined): MetaDescriptor[] {
  if (!publicUrl) return []
  const url = new URL('/', publicUrl).href
  const store = { '@id': `${url}#store`, name: 'Nashta', url }
  return [
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@graph': [
          { '@type': 'Organization', ...store, logo: new URL('/icons/icon-512.png', publicUrl).href },
          {
            '@type': 'WebSite',
            '@id': `${url}#site`,
            name: 'Nashta',
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
