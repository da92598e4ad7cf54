import { readFileSync } from 'node:fs'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { isUploadedPicture, uploadPicture } from '@nashta/contracts/catalogue/picture'
import { FALLBACK_PICTURE_URL, IMAGES_BASE, PICTURE_WIDTHS } from '@nashta/contracts/catalogue/product-urls'
import { SHOP_PICTURES, SHOP_PICTURES_BASE } from '@nashta/contracts/shop/face'
import type { Authorise } from '@nashta/service-kit/auth/authorise'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import { refuseOtherMethods } from '@nashta/service-kit/http/other-methods'
import { registerRoutes, uploadRoute } from '@nashta/service-kit/http/routes'
import { createRequestPaces } from '@nashta/service-kit/limits/pace'
import { isNotModified } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createPictureCleaner } from './clean-picture.ts'
import { type ImageStore, isImageKey, pictureKey } from './image-store.ts'
import {
  createPictureVariants,
  type MadeVariant,
  type PictureFormat,
  VARIANTS_FOLDER,
} from './picture-variants.ts'
import { makeFromLetter, makeFromLogo, type ParsedShopPicture, parseShopPicture } from './shop-pictures.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const FALLBACK = readFileSync(new URL('fallback.svg', import.meta.url))
const WIDTHS: ReadonlySet<string> = new Set(PICTURE_WIDTHS.map(String))
const JPEG: PictureFormat = 'jpeg'
const CONTENT_TYPES: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
}

/** Operators add many pictures at once. */
const QUEUED_PER_OPERATOR = 8

export type ImagesDeps = ServiceOptions & {
  images: ImageStore
  authorise: Authorise
  /** Multiplies the pace of uploads. */
  rateLimitScale: number
}

/**
 * The path of uploads. It begins like the paths of the Shop API, but this app handles it: the Shop
 * API may run where no picture is stored.
 */
export const UPLOADS_PATH = SHOP_API_BASE + uploadPicture.path

type PictureRequest = FastifyRequest<{
  Params: { '*': string }
  Querystring: { w?: string; format?: string }
}>

type ShopPictureRequest = FastifyRequest<{ Params: { colours: string; picture: string; source: string } }>

/**
 * Serves `/images/{key}`, and with `?w=` a smaller variant. The variant has the best format that the
 * browser accepts or, with `&format=jpeg`, is a JPEG: messengers show no other format of a shared
 * page. Also stores the pictures that operators upload.
 */
export function createApp({ images, authorise, rateLimitScale, ...options }: ImagesDeps) {
  const app = createService(options)
  const variants = createPictureVariants(images, options.logger)
  registerUploads(app, { images, authorise, rateLimitScale, https: options.https })

  async function sendOriginal(key: string, request: PictureRequest, reply: FastifyReply) {
    const caching = { 'cache-control': FOREVER, etag: `"${key}"` }
    const bytes = await images.get(key)
    if (!bytes) return sendFallback(reply.code(404))
    if (isNotModified(request, caching.etag)) return reply.code(304).headers(caching).send()
    return reply.headers(caching).type(contentTypeOf(key)).send(bytes)
  }

  async function sendVariant(key: string, width: number, request: PictureRequest, reply: FastifyReply) {
    const format = request.query.format === JPEG ? JPEG : bestFormat(request.headers.accept)
    const caching = { 'cache-control': FOREVER, etag: `"${key}-${width}-${format}"`, vary: 'Accept' }
    // The bytes under a key never change, so a client with this ETag has the right ones.
    if (isNotModified(request, caching.etag)) return reply.code(304).headers(caching).send()

    try {
      const bytes = await variants.get({ key, width, format })
      if (!bytes) return sendFallback(reply.code(404))
      return reply.headers(caching).type(contentTypeOf(format)).send(bytes)
    } catch (error) {
      if (!isOverloaded(error)) throw error
      // The original is sent without caching headers, so that the next request can get the variant.
      const bytes = await images.get(key)
      return bytes ? reply.type(contentTypeOf(key)).send(bytes) : sendFallback(reply.code(404))
    }
  }

  for (const url of [FALLBACK_PICTURE_URL, `${IMAGES_BASE}/*`]) refuseOtherMethods(app, url, ['GET'])

  app.get(FALLBACK_PICTURE_URL, (_request, reply) => {
    reply.header('cache-control', 'public, max-age=86400')
    return sendFallback(reply)
  })

  // `source` is the key of an uploaded logo, or names a letter. The path alone determines the picture, so it is cached
  // forever.
  app.get(
    `${SHOP_PICTURES_BASE}/:colours/:picture/:source`,
    async (request: ShopPictureRequest, reply: FastifyReply) => {
      const { colours, picture, source } = request.params
      const parsed = parseShopPicture(colours, picture, source)
      const isLogo = isUploadedPicture(source)
      if (!parsed || (parsed.letter === null && !isLogo)) return sendFallback(reply.code(404))
      const caching = { 'cache-control': FOREVER, etag: `"${colours}-${picture}-${source}"` }
      if (isNotModified(request, caching.etag)) return reply.code(304).headers(caching).send()
      const bytes = await variants.getMade(madeVariantOf(parsed, source))
      if (!bytes) return sendFallback(reply.code(404))
      return reply.headers(caching).type(SHOP_PICTURES[parsed.picture].type).send(bytes)
    },
  )

  app.get(`${IMAGES_BASE}/*`, async (request: PictureRequest, reply) => {
    const key = request.params['*']
    const { w: width, format } = request.query
    if (width !== undefined && !WIDTHS.has(width)) {
      throw new ServiceError('VALIDATION_FAILED', `query.w: must be one of ${PICTURE_WIDTHS.join(', ')}`)
    }
    if (format !== undefined && format !== JPEG)
      throw new ServiceError('VALIDATION_FAILED', 'query.format: must be jpeg')
    if (!isImageKey(key) || key.startsWith(VARIANTS_FOLDER)) return sendFallback(reply.code(404))
    if (width === undefined) return sendOriginal(key, request, reply)
    return sendVariant(key, Number(width), request, reply)
  })

  return app

  /** A logo looks the same with all colours. */
  function madeVariantOf({ colours, picture, letter }: ParsedShopPicture, source: string): MadeVariant {
    if (letter !== null)
      return {
        name: `${source}/${colours}-${picture}`,
        make: () => makeFromLetter(letter, picture, colours),
      }
    return {
      name: `${source}/${picture}`,
      async make() {
        const logo = await images.get(source)
        return logo && makeFromLogo(logo, picture)
      },
    }
  }
}

function registerUploads(
  app: FastifyInstance,
  {
    images,
    authorise,
    rateLimitScale,
    https,
  }: Pick<ImagesDeps, 'images' | 'authorise' | 'rateLimitScale' | 'https'>,
) {
  const cleanPicture = createPictureCleaner({
    types: uploadPicture.upload.types,
    queuedPerCaller: QUEUED_PER_OPERATOR,
  })
  const upload = uploadRoute(uploadPicture, {
    async handle({ caller }, file, signal) {
      const { bytes, width, height } = await cleanPicture(file, { caller: caller.sub, signal })
      const key = pictureKey('picture.webp', bytes)
      await images.put(key, bytes)
      return { data: { key, url: `${IMAGES_BASE}/${key}`, width, height } }
    },
  })
  // Only operators upload pictures, so calls need no limit per network address, only a pace.
  registerRoutes(app, [upload], {
    base: SHOP_API_BASE,
    authorise,
    ipGuardOf: () => null,
    paces: createRequestPaces({ scale: rateLimitScale }),
    https,
  })
}

/** The content type of a file name or a format. */
function contentTypeOf(name: string) {
  return CONTENT_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}

function bestFormat(accept = ''): PictureFormat {
  if (accept.includes('image/avif')) return 'avif'
  return accept.includes('image/webp') ? 'webp' : 'jpeg'
}

function isOverloaded(error: unknown) {
  return error instanceof ServiceError && error.code === 'UNAVAILABLE'
}

/** Browsers show the body of a 404 in an `<img>` too, so a missing picture leaves no gap. */
function sendFallback(reply: FastifyReply) {
  return reply.type('image/svg+xml').send(FALLBACK)
}
