import { imageHost } from '@nashta/contracts/catalogue/image-url'
import { ServiceError } from '@nashta/service-kit/http/service-error'

type Pictures = { imageUrl?: string | undefined; images?: readonly string[] | undefined }

/** Refuses pictures of hosts that the pages' content security policy blocks: the product would show a gap. */
export function refuseOtherHosts({ imageUrl = '', images = [] }: Pictures, imageHosts: readonly string[]) {
  refuse('imageUrl', imageUrl)
  for (const [index, url] of images.entries()) refuse(`images.${index}`, url)

  function refuse(field: string, url: string) {
    const host = imageHost(url)
    if (host === null || imageHosts.includes(host)) return
    throw new ServiceError('VALIDATION_FAILED', `body.${field}: This store shows no pictures from ${host}`)
  }
}
