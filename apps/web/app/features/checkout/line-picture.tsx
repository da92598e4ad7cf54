import { FALLBACK_PICTURE_URL, pictureSrcSet } from '@nashta/contracts/catalogue/pictures'
import { Picture } from '@nashta/ui/picture'

/** Beside its name, so it needs none of its own. */
export function LinePicture({ imageUrl }: { imageUrl: string }) {
  return (
    <Picture
      src={imageUrl || FALLBACK_PICTURE_URL}
      srcSet={pictureSrcSet(imageUrl, 192)}
      sizes="72px"
      alt=""
      width={72}
      height={72}
      fallbackSrc={FALLBACK_PICTURE_URL}
      className="size-18 shrink-0 rounded-2xl bg-paper-deep object-cover"
    />
  )
}
