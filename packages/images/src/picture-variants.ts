import { createConcurrencyLimit } from '@nashta/service-kit/limits/concurrency-limit'
import type { FastifyBaseLogger } from 'fastify'
import type { Sharp } from 'sharp'
import type { ImageStore } from './image-store.ts'
import { sharp } from './sharp.ts'

export type PictureFormat = 'avif' | 'webp' | 'jpeg'
type Variant = { key: string; width: number; format: PictureFormat }
export type MadeVariant = {
  /** Begins with the key of the original, or with another name that no original has. */
  name: string
  /** Resolves to null when there is no original. */
  make: () => Promise<Buffer | null>
}

export interface PictureVariants {
  /**
   * Resolves to the stored variant; the first request makes and stores it. Resolves to null when
   * the original does not exist or is no picture. Rejects with `UNAVAILABLE` when too many variants
   * are queued.
   */
  get(variant: Variant): Promise<Buffer | null>

  /** The same for a variant that the caller makes. */
  getMade(variant: MadeVariant): Promise<Buffer | null>
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

  async function makeVariant({ make }: MadeVariant, variantKey: string) {
    const bytes = await makeOrNull(make)
    if (bytes) await storeVariant(variantKey, bytes)
    return bytes
  }

  async function makeOrNull(make: MadeVariant['make']) {
    try {
      return await make()
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

  async function getMade(variant: MadeVariant) {
    const variantKey = `${VARIANTS_FOLDER}${variant.name}`
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
  }

  return {
    getMade,
    get: ({ key, width, format }) =>
      getMade({
        name: `${key}/${width}.${format}`,
        async make() {
          const original = await store.get(key)
          if (!original) return null
          return ENCODERS[format](sharp(original).resize({ width, withoutEnlargement: true })).toBuffer()
        },
      }),
  }
}
