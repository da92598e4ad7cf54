const LOOKS = {
  solid: 'bg-raspberry text-white hover:bg-raspberry-deep',
  outline: 'border-[1.5px] border-ink text-ink hover:bg-ink hover:text-paper',
  paper: 'bg-paper text-ink hover:bg-raspberry hover:text-white',
}

export type ButtonLook = keyof typeof LOOKS

/** Links and buttons that ask to be pressed look alike. */
export function buttonLook(look: ButtonLook) {
  return `inline-flex min-h-12 items-center justify-center gap-2 rounded-full px-6 font-semibold transition-colors duration-200 ${LOOKS[look]}`
}

/** A round target for a single icon. */
export const ICON_BUTTON =
  'grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-200 hover:bg-raspberry-tint hover:text-raspberry-deep'
