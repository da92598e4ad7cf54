/** A link within text. */
export const TEXT_LINK =
  'font-semibold text-raspberry underline decoration-[1.5px] underline-offset-4 hover:text-raspberry-deep'
