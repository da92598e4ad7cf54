import { useMemo } from 'react'
import { encode } from 'uqr'

/** Scanners need an empty border of this many modules, which are the small squares of a QR code. */
const BORDER = 4

export type QrCodeProps = {
  /** The text that a scanner reads. */
  text: string
  label: string
  className: string
}

export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => drawModules(text), [text])
  return (
    <svg
      // The lint rule wants an img element, which would need a file or a data URL.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      {/* Also in dark colours: many scanners read black on white alone. */}
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

/** Each black module is a square with an edge of 1. */
function drawModules(text: string) {
  const { size, data } = encode(text, { ecc: 'M', border: BORDER })
  const squares = data.flatMap((row, y) => row.map((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: squares.join('') }
}
