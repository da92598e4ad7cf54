import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'

export const PICTURE_MAX_BYTES = 10 * 1024 * 1024

/** The formats that an operator may upload. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

/** Whether the key is that of a picture which `uploadPicture` has stored. */
export function isUploadedPicture(key: string): boolean {
  return /^picture-[0-9a-f]{10}\.webp$/.test(key)
}

export const uploadPicture = {
  method: 'POST',
  path: '/admin/pictures',
  access: 'admin',
  summary:
    'Store a picture: the body is the file itself. It is decoded and encoded again, without metadata; its key is a hash',
  upload: { types: PICTURE_TYPES, maxBytes: PICTURE_MAX_BYTES },
  reply: dataReply(z.object({ key: z.string(), url: z.string(), width: z.number(), height: z.number() })),
  status: 201,
  weight: 5,
} as const satisfies Endpoint
