import type { PictureType } from '@nashta/contracts/catalogue/picture'
import { ServiceError } from '@nashta/service-kit/service-error'

/** The most pixels that an uploaded picture may have. Photos of phones have fewer. */
export const PIXELS_MAX = 52_000_000

/** The most pixels in width and in height. Panoramas of phones have up to 16,382. */
const EDGE_MAX = 20_000

/** The most memory for the pixels: what the largest picture needs with 8 bits for each of RGBA. */
const DECODED_BYTES_MAX = 4 * PIXELS_MAX

/** The most scans of a JPEG. Encoders make about ten. A decoder goes through all pixels for each scan. */
const SCANS_MAX = 30

/**
 * The most compressed texts and profiles of a PNG. Editors write two or three. A decoder inflates
 * each of them, to 8 MB at most.
 */
const PNG_COMPRESSED_TEXTS_MAX = 10

type Size = { width: number; height: number }
type Header = Size & { decodedBytes: number }

/**
 * Throws for a JPEG or PNG that would take too much time or memory to decode. Looks only at the
 * structure of the file and decodes no pixel.
 */
export function checkHeader(file: Buffer, type: PictureType) {
  const readHeader = READERS[type]
  if (!readHeader) return
  const header = readHeader(file)
  if (!header) throw damagedError()
  checkSize(header)
  if (header.decodedBytes > DECODED_BYTES_MAX) throw tooCostlyError()
}

export function checkSize({ width, height }: Size) {
  if (width * height > PIXELS_MAX)
    throw refusal(
      `The picture has ${width} × ${height} pixels; at most ${PIXELS_MAX / 1_000_000} million are possible`,
    )
  if (Math.max(width, height) > EDGE_MAX)
    throw refusal(
      `The picture has ${width} × ${height} pixels; an edge has at most ${EDGE_MAX.toLocaleString('en-IN')}`,
    )
}

export function damagedError(cause?: unknown) {
  return refusal('The picture is damaged or incomplete', cause)
}

export function tooCostlyError() {
  return refusal('The picture takes too long to read; save it again as an ordinary JPEG or PNG')
}

function refusal(message: string, cause?: unknown) {
  return new ServiceError('VALIDATION_FAILED', `body: ${message}`, { cause })
}

/** Returns null for a damaged file. */
const READERS: Partial<Record<PictureType, (file: Buffer) => Header | null>> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
}

const MARKER = 0xff
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
const HUFFMAN_TABLES = 0xc4
const ARITHMETIC_TABLES = 0xcc
const PROGRESSIVE_FRAME = 0xc2
/** Baseline, extended and progressive frames. Cameras and browsers use no other ones. */
const FRAMES = new Set([0xc0, 0xc1, PROGRESSIVE_FRAME])
const COEFFICIENT_BYTES = 2

/** Walks through the segments of the file, to its first frame and all of its scans. */
function readJpeg(file: Buffer): Header | null {
  let header: Header | null = null
  let scans = 0
  let at = 2
  while (at + 4 <= file.length) {
    const marker = file[at + 1] ?? 0
    if (file[at] !== MARKER || marker === MARKER) at += 1
    else if (hasNoSegment(marker)) at += 2
    else if (marker === END_OF_IMAGE) break
    else {
      if (isFrame(marker)) {
        if (header || !FRAMES.has(marker)) return null
        header = readFrame(file.subarray(at), marker)
      }
      if (marker === START_OF_SCAN) scans += 1
      if (scans > SCANS_MAX) throw tooCostlyError()
      at += 2 + file.readUInt16BE(at + 2)
    }
  }
  return header
}

/** Whether two bytes of scan data, a restart marker or a repeated start of the image were found. */
function hasNoSegment(marker: number) {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}

function isFrame(marker: number) {
  const isTable = marker === HUFFMAN_TABLES || marker === ARITHMETIC_TABLES
  return marker >= 0xc0 && marker <= 0xcf && !isTable
}

/** From byte 5 on: height, width, the number of components, and three bytes for each component. */
function readFrame(frame: Buffer, marker: number): Header | null {
  const componentCount = frame[9] ?? 0
  if (frame.length < 10 + 3 * componentCount) return null
  const [height, width] = [frame.readUInt16BE(5), frame.readUInt16BE(7)]
  // Each component has a horizontal and a vertical sampling factor in one byte.
  const factors = Array.from({ length: componentCount }, (_, index) => {
    const byte = frame[11 + 3 * index] ?? 0
    return { horizontal: byte >> 4, vertical: byte & 15 }
  })
  const samples = factors.reduce((sum, { horizontal, vertical }) => sum + horizontal * vertical, 0)
  const samplesOfFullComponent =
    Math.max(...factors.map(({ horizontal }) => horizontal)) *
    Math.max(...factors.map(({ vertical }) => vertical))
  // A decoder holds all coefficients of a progressive picture, but few rows of another one.
  const decodedBytes =
    marker === PROGRESSIVE_FRAME ? (width * height * COEFFICIENT_BYTES * samples) / samplesOfFullComponent : 0
  return { width, height, decodedBytes }
}

const PNG_SIGNATURE_LENGTH = 8
const PNG_HEADER_LENGTH = 33
/** Length, name and checksum of a chunk. */
const CHUNK_FRAME_LENGTH = 12
const COMPRESSED_TEXTS = new Set(['zTXt', 'iTXt', 'iCCP'])
/** The number of values of a pixel, by the colour type. A palette becomes RGBA. */
const PNG_CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 }

/** The first chunk, IHDR, has width, height, depth and colour type from byte 16 on. */
function readPng(file: Buffer): Header | null {
  if (file.length < PNG_HEADER_LENGTH || file.toString('latin1', 12, 16) !== 'IHDR') return null
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const [depth = 0, colourType = 0] = file.subarray(24, 26)
  const channels = PNG_CHANNELS[colourType]
  if (channels === undefined) return null
  if (countCompressedTexts(file) > PNG_COMPRESSED_TEXTS_MAX) throw tooCostlyError()
  return { width, height, decodedBytes: width * height * channels * Math.ceil(depth / 8) }
}

function countCompressedTexts(file: Buffer) {
  let count = 0
  for (let at = PNG_SIGNATURE_LENGTH; at + CHUNK_FRAME_LENGTH <= file.length;) {
    if (COMPRESSED_TEXTS.has(file.toString('latin1', at + 4, at + 8))) count += 1
    at += CHUNK_FRAME_LENGTH + file.readUInt32BE(at)
  }
  return count
}
