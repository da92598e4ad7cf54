import type { Sample, SoakResult } from './soak.ts'

const WIDTH = 960
const PANEL = { height: 150, gap: 34 }
const MARGIN = { top: 84, right: 28, bottom: 56, left: 76 }
const GRID_STEPS = 4
/** About how many parts the time axis is divided into. */
const TIME_STEPS = 6

/** A run of this duration or longer is shown in minutes. */
const MINUTES_FROM_S = 300

/** The store's own colours. */
const COLOUR = { paper: '#fdf8ef', card: '#fff', line: '#eadcc6', ink: '#37211a', soft: '#6b5247' }

const PANELS = [
  { name: 'Responses per second', unit: '/s', colour: '#4f6b26', read: (s: Sample) => s.perSecond },
  { name: 'Slowest of a hundred responses (p99)', unit: 'ms', colour: '#b3174d', read: (s: Sample) => s.p99 },
  {
    name: 'Memory of the process',
    unit: 'MB',
    colour: '#3a2019',
    read: ({ residentMB }: Sample) => residentMB,
  },
  {
    name: 'Files and connections open',
    unit: '',
    colour: '#8c0f3a',
    read: ({ handles }: Sample) => handles ?? 0,
  },
]

const HEIGHT = MARGIN.top + PANELS.length * PANEL.height + (PANELS.length - 1) * PANEL.gap + MARGIN.bottom
const INNER_WIDTH = WIDTH - MARGIN.left - MARGIN.right

/** An SVG with four curves over the same time axis, each from zero. */
export function renderSoakPlot({ samples, perSecond }: SoakResult, caption: string): string {
  const end = endOfAxis(samples.at(-1)?.seconds ?? 1)
  const x = (seconds: number) => MARGIN.left + (seconds / end) * INNER_WIDTH
  const title = `${durationText(end)} at half of what the store can do: ${Math.round(perSecond)} requests per second`
  const panels = PANELS.map((panel, index) => {
    const top = MARGIN.top + index * (PANEL.height + PANEL.gap)
    return renderPanel(
      { ...panel, top },
      samples.map((sample) => ({ x: x(sample.seconds), value: panel.read(sample) })),
    )
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title caption" font-family="'DM Sans', system-ui, sans-serif" font-size="13" fill="${COLOUR.ink}">
<title id="title">${title}</title>
<desc id="caption">${caption}</desc>
<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLOUR.paper}"/>
<text x="${MARGIN.left}" y="36" font-size="20" font-family="Fraunces, Georgia, serif">${title}</text>
${panels.join('\n')}
${renderTimeAxis(end, x)}
</svg>
`
}

type Panel = { name: string; unit: string; colour: string; top: number }

function renderPanel({ name, unit, colour, top }: Panel, points: readonly { x: number; value: number }[]) {
  const highest = roundUp(Math.max(...points.map(({ value }) => value), 1))
  const y = (value: number) => top + PANEL.height - (value / highest) * PANEL.height
  const steps = Array.from({ length: GRID_STEPS + 1 }, (_, step) => (highest / GRID_STEPS) * step)
  const grid = steps.map(
    (value) =>
      `<path d="M${MARGIN.left} ${px(y(value))}h${INNER_WIDTH}" stroke="${COLOUR.line}"/><text x="${MARGIN.left - 8}" y="${px(y(value) + 4)}" text-anchor="end" fill="${COLOUR.soft}">${value.toLocaleString('en-IN')}</text>`,
  )
  const curve = points.map((point) => `${px(point.x)} ${px(y(point.value))}`).join('L')
  return `<rect x="${MARGIN.left}" y="${top}" width="${INNER_WIDTH}" height="${PANEL.height}" fill="${COLOUR.card}"/>
<text x="${MARGIN.left}" y="${top - 10}" fill="${colour}" font-weight="600">${name}${unit && `, ${unit}`}</text>
${grid.join('\n')}
<path d="M${curve}" fill="none" stroke="${colour}" stroke-width="2" stroke-linejoin="round"/>`
}

function renderTimeAxis(end: number, x: (seconds: number) => number) {
  const isInMinutes = end >= MINUTES_FROM_S
  const unitS = isInMinutes ? 60 : 1
  const every = roundUp(end / unitS / TIME_STEPS) * unitS
  const marks = Array.from({ length: Math.floor(end / every) + 1 }, (_, index) => index * every)
  const bottom = HEIGHT - MARGIN.bottom
  const texts = marks.map(
    (seconds) =>
      `<text x="${px(x(seconds))}" y="${bottom + 20}" text-anchor="middle" fill="${COLOUR.soft}">${seconds / unitS}</text>`,
  )
  return `${texts.join('\n')}
<text x="${px(MARGIN.left + INNER_WIDTH / 2)}" y="${bottom + 42}" text-anchor="middle" fill="${COLOUR.soft}">${isInMinutes ? 'minutes' : 'seconds'}</text>`
}

/** Rounds up to 1, 2, 4, 5 or 8 times a power of ten. */
function roundUp(value: number) {
  const magnitude = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 4, 5, 8].find((step) => step * magnitude >= value) ?? 10) * magnitude
}

/**
 * The end of the time axis. In minutes it is rounded up, because the last sample is taken shortly
 * before the end of the run.
 */
function endOfAxis(seconds: number) {
  return seconds < MINUTES_FROM_S ? seconds : Math.ceil(seconds / 60) * 60
}

function durationText(seconds: number) {
  return seconds >= MINUTES_FROM_S ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds)} seconds`
}

function px(value: number) {
  return value.toFixed(1)
}
