/**
 * The program of the process that decodes one uploaded picture. The file comes from the standard
 * input. The standard output gets a line of JSON, and after it the picture as WebP unless the line
 * is a refusal. The process kills itself when it needs more than its limits of CPU time and memory.
 */
import { buffer } from 'node:stream/consumers'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { DecodedLine } from './decode-picture.ts'
import { checkSize, damagedError, PIXELS_MAX } from './picture-header.ts'
import { sharp } from './sharp.ts'

/** The most pixels in width and in height of a stored picture. Pages show at most 1200 in width. */
const STORED_EDGE_MAX = 2000
const CHECK_INTERVAL_MS = 50

const [format = '', cpuMs, memoryBytes] = process.argv.slice(2)

// Another thread decodes, so this one is free to check the limits.
setInterval(() => {
  const { user, system } = process.cpuUsage()
  const isTooSlow = (user + system) / 1000 > Number(cpuMs)
  const isTooLarge = process.memoryUsage.rss() > Number(memoryBytes)
  if (isTooSlow || isTooLarge) process.kill(process.pid, 'SIGKILL')
}, CHECK_INTERVAL_MS).unref()

const file = await buffer(process.stdin)
try {
  await checkMetadata()
  const { data, info } = await encodeAsWebp()
  print({ width: info.width, height: info.height }, data)
} catch (error) {
  print({ refusal: error instanceof ServiceError ? error.message : damagedError().message })
}

function print(line: DecodedLine, picture = Buffer.alloc(0)) {
  process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), picture]))
}

async function checkMetadata() {
  // No pixel is decoded yet. sharp's own limit is off, because its error would not name the size.
  const metadata = await sharp(file, { limitInputPixels: false }).metadata()
  // sharp calls AVIF `heif`, but HEIF with another compression than AV1 is not AVIF.
  const isExpected = metadata.format === format && (format !== 'heif' || metadata.compression === 'av1')
  if (!isExpected) throw damagedError()
  checkSize(metadata)
}

function encodeAsWebp() {
  return sharp(file, { failOn: 'error', limitInputPixels: PIXELS_MAX })
    .autoOrient()
    .resize({ width: STORED_EDGE_MAX, height: STORED_EDGE_MAX, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 86 })
    .toBuffer({ resolveWithObject: true })
}
