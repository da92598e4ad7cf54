import { createConcurrencyLimit } from '@nashta/service-kit/limits/concurrency-limit'
import type { FastifyBaseLogger } from 'fastify'
import sharp, { type Sharp } from 'sharp'
import type { ImageStore } from './image-store.ts'

export type PictureFormat = 'avif' | 'webp' | 'jpeg'
type Variant = { key: string; width: number; format: PictureFormat }

export interface PictureVariants {
  /**
   * Null when there is no such picture, or what is there is none. Made on first asking, and kept.
   * Rejects with `UNAVAILABLE` when too many are waiting to be made.
   */
  get(variant: Variant): Promise<Buffer | null>
}

/** The rest of the store needs the machine too; a picture that would wait longer goes out as it is. */
const CROWD = { concurrent: 2, queued: 64 }

// Kept forms make libvips' own cache pointless, and its memory is better spent elsewhere.
sharp.cache(false)
sharp.concurrency(1)

/** Effort 2 makes AVIF several times faster than the default, for a few per cent more bytes. */
const ENCODERS: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 50, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 78 }),
  jpeg: (picture) => picture.jpeg({ quality: 80, mozjpeg: true }),
}

export function createPictureVariants(store: ImageStore, logger: FastifyBaseLogger): PictureVariants {
  const underway = new Map<string, Promise<Buffer | null>>()
  const takeTurn = createConcurrencyLimit(CROWD)

  async function make({ key, width, format }: Variant, variantKey: string) {
    const original = await store.get(key)
    if (!original) return null
    const bytes = await resize(original, width, format)
    if (bytes) await keep(variantKey, bytes)
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

  /** A visitor still gets the picture when the disk is full; it is then made again for the next. */
  async function keep(variantKey: string, bytes: Buffer) {
    try {
      await store.put(variantKey, bytes)
    } catch (error) {
      logger.error({ err: error }, 'a picture cannot be kept')
    }
  }

  return {
    async get(variant) {
      const variantKey = `variants/${variant.key}/${variant.width}.${variant.format}`
      const kept = await store.get(variantKey)
      if (kept) return kept

      const making = underway.get(variantKey) ?? takeTurn(() => make(variant, variantKey))
      underway.set(variantKey, making)
      try {
        return await making
      } finally {
        underway.delete(variantKey)
      }
    },
  }
}
