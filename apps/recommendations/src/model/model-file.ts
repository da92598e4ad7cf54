import { createHash } from 'node:crypto'
import type { Model } from './model.ts'

/** Must be changed whenever the layout or the meaning of the stored data changes. */
const FORMAT = 'nashta-model-2\n'
const CHECKSUM_BYTES = 32
const LENGTH_BYTES = 4

type Metadata = Omit<Model, 'counts' | 'popularity' | 'repurchaseRates' | 'weights'> & {
  headCount: number
  sparseCount: number
}

/** The layout: FORMAT, checksum of the rest, length of the JSON, metadata as JSON, typed arrays. */
export function encodeModel(model: Model): Uint8Array<ArrayBuffer> {
  const { counts, popularity, repurchaseRates, weights, ...rest } = model
  const { head, headPositions, dense, sparse } = weights
  const metadata: Metadata = { ...rest, headCount: head.length, sparseCount: sparse.values.length }
  const json = Buffer.from(JSON.stringify(metadata))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(json.length)
  const arrays = [
    counts,
    popularity,
    repurchaseRates,
    head,
    headPositions,
    dense,
    sparse.starts,
    sparse.columns,
    sparse.values,
  ]
  const body = concat([length, json, ...arrays.map(bytesOf)])
  return concat([Buffer.from(FORMAT), checksum(body), body])
}

/** Null if the bytes are damaged or of another format; the next training replaces them. */
export function decodeModel(bytes: Uint8Array): Model | null {
  const start = FORMAT.length + CHECKSUM_BYTES
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const body = buffer.subarray(start)
  if (!buffer.subarray(0, FORMAT.length).equals(Buffer.from(FORMAT))) return null
  if (!buffer.subarray(FORMAT.length, start).equals(checksum(body))) return null

  const jsonEnd = LENGTH_BYTES + body.readUInt32LE()
  const metadata = JSON.parse(body.toString('utf8', LENGTH_BYTES, jsonEnd)) as Metadata
  const { headCount, sparseCount, ...rest } = metadata
  const itemCount = rest.productIds.length
  let offset = jsonEnd
  /** The bytes of the next array; all arrays have elements of four bytes. */
  const nextBuffer = (elementCount: number) => {
    const part = body.subarray(offset, offset + 4 * elementCount)
    offset += 4 * elementCount
    // A copy, because a typed array must start at a multiple of four bytes.
    return new Uint8Array(part).buffer
  }
  return {
    ...rest,
    counts: new Float32Array(nextBuffer(itemCount)),
    popularity: new Float32Array(nextBuffer(itemCount)),
    repurchaseRates: new Float32Array(nextBuffer(itemCount)),
    weights: {
      head: new Uint32Array(nextBuffer(headCount)),
      headPositions: new Int32Array(nextBuffer(itemCount)),
      dense: new Float32Array(nextBuffer(headCount ** 2)),
      sparse: {
        columnCount: itemCount,
        starts: new Uint32Array(nextBuffer(itemCount + 1)),
        columns: new Uint32Array(nextBuffer(sparseCount)),
        values: new Float32Array(nextBuffer(sparseCount)),
      },
    },
  }
}

/**
 * Always makes a new `ArrayBuffer`, unlike `Buffer.concat`, so that it can be transferred to
 * another thread.
 */
function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Uint32Array | Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function checksum(body: Uint8Array): Buffer {
  return createHash('sha256').update(body).digest()
}
