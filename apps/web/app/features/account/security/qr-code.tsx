import { encode } from 'uqr'

/** Scanners need an empty border of this many modules, which are the small squares of a QR code. */
const BORDER = 4

/** One rectangle for each dark module. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: BORDER, ecc: 'M' })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      // An img element would need a file or a data URL.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mt-3 size-56 max-w-full rounded-2xl border border-line bg-white fill-black"
    >
      <path d={path.join('')} />
    </svg>
  )
}
