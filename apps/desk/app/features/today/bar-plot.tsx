import { barsOf } from './plot-scale.ts'

const WIDTH = 560
const HEIGHT = 120

type Series = { label: string; values: readonly number[]; className: string }

export type BarPlotProps = {
  title: string
  /** Of each group of bars. */
  names: readonly string[]
  /** Bars that stand beside each other in one group. */
  series: readonly Series[]
  format: (value: number) => string
  /** Every so many groups get a name below the axis. */
  nameEvery: number
}

/** Bars over one axis. Screen readers get a table instead. */
export function BarPlot({ title, names, series, format, nameEvery }: BarPlotProps) {
  const { max, bars } = barsOf(
    series.map(({ values }) => values),
    { width: WIDTH, height: HEIGHT },
  )
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
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 18}`} aria-hidden="true" className="w-full">
        <line
          x1="0"
          x2={WIDTH}
          y1={HEIGHT + 0.5}
          y2={HEIGHT + 0.5}
          className="stroke-ink-soft/50"
          strokeWidth="1"
        />
        {bars.map(({ seriesIndex, groupIndex, ...box }) => (
          <rect
            key={`${seriesIndex} ${groupIndex}`}
            {...box}
            rx="2"
            className={series[seriesIndex]?.className ?? ''}
          >
            <title>
              {`${names[groupIndex]}: ${format(series[seriesIndex]?.values[groupIndex] ?? 0)} ${series.length > 1 ? series[seriesIndex]?.label : ''}`}
            </title>
          </rect>
        ))}
        {names.map((name, index) =>
          index % nameEvery === 0 ? (
            <text
              key={name}
              x={((index + 0.5) * WIDTH) / names.length}
              y={HEIGHT + 15}
              textAnchor="middle"
              className="fill-ink-soft text-[12px]"
            >
              {name}
            </text>
          ) : null,
        )}
      </svg>
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
          {names.map((name, index) => (
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
