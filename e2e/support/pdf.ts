const POINTS_PER_MM = 72 / 25.4

/**
 * The size of each page in millimetres, such as `148 × 210`. Chromium writes page objects as plain
 * text, so a regular expression finds each `MediaBox`: left, bottom, right and top in points.
 */
export function pdfPageSizes(pdf: Buffer): string[] {
  const pages = pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b[^]*?\/MediaBox\s*\[([\d. ]+)\]/g)
  return Array.from(pages, ([, box = '']) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = box.split(' ').map(Number)
    return [right - left, top - bottom].map((points) => Math.round(points / POINTS_PER_MM)).join(' × ')
  })
}
