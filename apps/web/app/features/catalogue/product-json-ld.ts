import type { Product } from '@nashta/contracts/catalogue/product'
import { FALLBACK_PICTURE_URL, productPath } from '@nashta/contracts/catalogue/product-urls'

/** The structured data of a product for search engines. */
export function productJsonLd(product: Product, publicUrl: string) {
  const { products_id, name, description, price, imageUrl, images, category, stock } = product
  const absolute = (path: string) => new URL(path, publicUrl).href
  const url = absolute(productPath(product.products_id))
  const pictures = [...new Set([imageUrl, ...images])].filter((path) => path !== '')

  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        '@id': url,
        name,
        description,
        sku: products_id,
        category,
        image: (pictures.length > 0 ? pictures : [FALLBACK_PICTURE_URL]).map(absolute),
        offers: {
          '@type': 'Offer',
          url,
          price: price.toFixed(2),
          priceCurrency: 'INR',
          availability: `https://schema.org/${stock === 0 ? 'OutOfStock' : 'InStock'}`,
        },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Home', item: absolute('/') },
          { '@type': 'ListItem', position: 2, name, item: url },
        ],
      },
    ],
  }
}
