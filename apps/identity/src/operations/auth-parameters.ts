import * as z from 'zod/mini'

const text = z.optional(z.string())

/** Which of them a sign-in needs depends on its flow. */
export const authParameters = z.object({
  USERNAME: text,
  PASSWORD: text,
  REFRESH_TOKEN: text,
  SECRET_HASH: text,
})

export type AuthParameters = z.output<typeof authParameters>
