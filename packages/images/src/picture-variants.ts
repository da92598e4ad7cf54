import { createConcurrencyLimit } from '@nashta/service-kit/limits/concurrency-limit'
import type { FastifyBaseLogger } from 'fastify'
import type { Sharp } from 'sharp'
import type { ImageStore } from './image-store.ts'
import { sharp } from './sharp.ts'

export type PictureFormat = 'avif' | 'webp' | 'jpeg'
type Variant = { key: string; width: number; format: PictureFormat }

export interface PictureVariants {
  /**
   * Resolves to the stored variant; the first request makes and stores it. Resolves to null when
   * the original does not exist or is no picture. Rejects with `UNAVAILABLE` when too many variants
   * are queued.
   */
  get(variant: Variant): Promise<Buffer | null>
}

/** The folder of all variants in the image store. */
export const VARIANTS_FOLDER = 'variants/'

/** Few pictures are resized at once, because other requests need the CPU too. */
const RESIZE_LIMITS = { concurrent: 2, queued: 64 }

/** Effort 2 makes AVIF several times faster than the default, for a few per cent more bytes. */
const ENCODERS: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 50, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 78 }),
  jpeg: (picture) => picture.jpeg({ quality: 80, mozjpeg: true }),
}

export function createPictureVariants(store: ImageStore, logger: FastifyBaseLogger): PictureVariants {
  const inFlight = new Map<string, Promise<Buffer | null>>()
  const runLimited = createConcurrencyLimit(RESIZE_LIMITS)

  async function makeVariant({ key, width, format }: Variant, variantKey: string) {
    const original = await store.get(key)
    if (!original) return null
    const bytes = await resize(original, width, format)
    if (bytes) await storeVariant(variantKey, bytes)
    return bytes
  }

  async function resize(original: Buffer, width: number, format: PictureFormat) {
    try {
      return await ENCODERS[format](sharp(original).resize({ width, withoutEnlargement: true })).toBuffer()
    } catch (error) {
      logger.error({ err: error }, 'a picture cannot be read')
      return null
    }
  }

  /** Only logs a failure, such as a full disk. The next request makes the variant again. */
  async function storeVariant(variantKey: string, bytes: Buffer) {
    try {
      await store.put(variantKey, bytes)
    } catch (error) {
      logger.error({ err: error }, 'a picture cannot be stored')
    }
  }

  return {
    async get(variant) {
      const variantKey = `${VARIANTS_FOLDER}${variant.key}/${variant.width}.${variant.format}`
      const stored = await store.get(variantKey)
      if (stored) return stored

      const startedByOther = inFlight.get(variantKey)
      if (startedByOther) return startedByOther
      const started = runLimited(() => makeVariant(variant, variantKey))
      inFlight.set(variantKey, started)
      try {
        return await started
      } finally {
        inFlight.delete(variantKey)
      }
    },
  }
}
