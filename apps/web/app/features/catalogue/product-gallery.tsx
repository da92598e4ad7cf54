import { FALLBACK_PICTURE_URL, pictureSrcSet } from '@nashta/contracts/catalogue/pictures'
import type { Product } from '@nashta/contracts/catalogue/product'
import { Gallery } from '@nashta/ui/gallery'
import { MORE_IMAGES, productImages } from '../../texts/product-page.ts'

const SIZES = '(min-width: 92rem) 660px, (min-width: 48rem) 45vw, 92vw'

export function ProductGallery({ product }: { product: Product }) {
  const urls = picturesOf(product)
  const pictures = urls.map((src, index) => ({
    src,
    srcSet: pictureSrcSet(src),
    alt: index === 0 ? product.name : `${product.name}, picture ${index + 1}`,
  }))
  return (
    <Gallery
      pictures={pictures}
      label={productImages(pictures.length)}
      moreHint={MORE_IMAGES}
      fallbackSrc={FALLBACK_PICTURE_URL}
      sizes={SIZES}
    />
  )
}

/** Each picture once; the fallback for a product without any. */
function picturesOf({ imageUrl, images }: Product): string[] {
  const urls = [...new Set([...images, imageUrl])].filter((url) => url !== '')
  return urls.length > 0 ? urls : [FALLBACK_PICTURE_URL]
}
