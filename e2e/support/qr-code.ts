import type { Locator } from '@playwright/test'
import jsQR from 'jsqr'

/** Reads a QR code from the screen, as a phone would. Null when it is not readable. */
export async function readQrCode(code: Locator): Promise<string | null> {
  const png = await code.screenshot()
  const { pixels, width, height } = await code.page().evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(picture.width, picture.height)
      const context = canvas.getContext('2d')
      context?.drawImage(picture, 0, 0)
      const image = context?.getImageData(0, 0, picture.width, picture.height)
      return { pixels: [...(image?.data ?? [])], width: picture.width, height: picture.height }
    },
    [...png],
  )
  // The package is CommonJS, so its function is a property of the import.
  return jsQR.default(Uint8ClampedArray.from(pixels), width, height)?.data ?? null
}
