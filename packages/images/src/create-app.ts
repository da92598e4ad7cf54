import { readFileSync } from 'node:fs'
import { FALLBACK_PICTURE_URL, PICTURE_WIDTHS } from '@nashta/contracts/pictures'
import { createService, type ServiceOptions } from '@nashta/service-kit/create-service'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { FastifyReply } from 'fastify'
import { isImageKey, type ImageStore } from './image-store.ts'
import { createPictureVariants, type PictureFormat } from './picture-variants.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const FALLBACK = readFileSync(new URL('fallback.svg', import.meta.url))
const WIDTHS: ReadonlySet<string> = new Set(PICTURE_WIDTHS.map(String))
const TYPES: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
}

export type ImagesDeps = ServiceOptions & { images: ImageStore }

/** Serves `/images/{key}`, and with `?w=` a smaller form in the best format the browser takes. */
export function createApp({ images, ...options }: ImagesDeps) {
  const app = createService(options)
  const variants = createPictureVariants(images)

  app.get(FALLBACK_PICTURE_URL, (_request, reply) => {
    reply.header('cache-control', 'public, max-age=86400')
    return sendFallback(reply)
  })

  app.get<{ Params: { '*': string }; Querystring: { w?: string } }>('/images/*', async (request, reply) => {
    const key = request.params['*']
    const { w: width } = request.query
    if (width !== undefined && !WIDTHS.has(width)) {
      throw new ServiceError('VALIDATION_FAILED', `query.w: must be one of ${PICTURE_WIDTHS.join(', ')}`)
    }
    if (!isImageKey(key) || key.startsWith('variants/')) return sendFallback(reply.code(404))

    const format = width === undefined ? undefined : bestFormat(request.headers.accept)
    const etag = `"${key}${format ? `-${width}-${format}` : ''}"`
    const bytes = format ? await variants.get({ key, width: Number(width), format }) : await images.get(key)
    if (!bytes) return sendFallback(reply.code(404))

    reply.headers({ 'cache-control': FOREVER, etag, ...(format && { vary: 'Accept' }) })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply
      .type(TYPES[format ?? key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
      .send(bytes)
  })

  return app
}

function bestFormat(accept = ''): PictureFormat {
  if (accept.includes('image/avif')) return 'avif'
  return accept.includes('image/webp') ? 'webp' : 'jpeg'
}

/** A browser shows the body of a 404 in an `<img>` too, so a lost picture never leaves a hole. */
function sendFallback(reply: FastifyReply) {
  return reply.type('image/svg+xml').send(FALLBACK)
}
