import { type Bar, layOutBars } from './plot-scale.ts'

const WIDTH = 560
const AXIS_HEIGHT = 1

type Series = { label: string; values: readonly number[]; className: string }

export type BarPlotProps = {
  title: string
  groupNames: readonly string[]
  /** Each series has one bar in every group. */
  series: readonly Series[]
  format: (value: number) => string
  /** The height of the highest bar, in SVG units. The plot is 560 units wide. */
  height: number
}

/** Bars over one axis. Screen readers get a table instead. */
export function BarPlot({ title, groupNames, series, format, height }: BarPlotProps) {
  const { max, bars } = layOutBars(
    series.map(({ values }) => values),
    { width: WIDTH, height },
  )
  const axisY = height + AXIS_HEIGHT / 2
  // Not all names fit under the axis: only the first, the middle and the last group have a label.
  const labelledGroups = [0, Math.floor(groupNames.length / 2), groupNames.length - 1]

  function barTitle({ seriesIndex, groupIndex }: Bar) {
    const { label = '', values = [] } = series[seriesIndex] ?? {}
    const text = `${groupNames[groupIndex]}: ${format(values[groupIndex] ?? 0)}`
    return series.length > 1 ? `${text} ${label}` : text
  }

  return (
    <figure>
      <figcaption className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{title}</span>
        {series.length > 1 ? (
          <span className="flex gap-4 text-sm text-ink-soft">
            {series.map(({ label, className }) => (
              <span key={label} className="inline-flex items-center gap-1.5">
                <svg viewBox="0 0 10 10" aria-hidden="true" className={`size-2.5 ${className}`}>
                  <rect width="10" height="10" rx="2" />
                </svg>
                {label}
              </span>
            ))}
          </span>
        ) : null}
        <span className="text-sm text-ink-soft">most: {format(max)}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${height + AXIS_HEIGHT}`} aria-hidden="true" className="w-full">
        <line
          x1="0"
          x2={WIDTH}
          y1={axisY}
          y2={axisY}
          className="stroke-ink-soft/50"
          strokeWidth={AXIS_HEIGHT}
        />
        {bars.map((bar) => (
          <rect
            key={`${bar.seriesIndex} ${bar.groupIndex}`}
            x={bar.x}
            y={bar.y}
            width={bar.width}
            height={bar.height}
            rx="2"
            className={series[bar.seriesIndex]?.className ?? ''}
          >
            <title>{barTitle(bar)}</title>
          </rect>
        ))}
      </svg>
      <p aria-hidden="true" className="mt-1 flex justify-between text-sm text-ink-soft">
        {labelledGroups.map((index) => (
          <span key={index}>{groupNames[index]}</span>
        ))}
      </p>
      <table className="sr-only">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groupNames.map((name, index) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {series.map(({ label, values }) => (
                <td key={label}>{format(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
