import { readFileSync } from 'node:fs'

export const PINCODES_FILE = new URL('pincodes.txt', import.meta.url)

type District = { district: string; stateCode: string }
/**
 * A pincode in two states has two rows. The row of the state with more post offices comes first.
 */
export type PincodeRow = District & { pincode: number }

export type PincodeTable = {
  /** Empty for a pincode that does not exist. */
  placesOf: (pincode: string) => District[]
  /**
   * The states that have pincodes with the same first two digits as `pincode`. The state with the
   * most of these pincodes comes first.
   */
  statesNear: (pincode: string) => readonly string[]
  /** All rows, sorted by pincode. */
  rows: () => PincodeRow[]
}

let loaded: PincodeTable | undefined

/** The table that the Shop API ships: all pincodes of India, in 37 kB. It is read once. */
export function loadPincodeTable(): PincodeTable {
  return (loaded ??= decodePincodes(readFileSync(PINCODES_FILE, 'utf8')))
}

/**
 * Writes one line for each district: its state's GST code, its name and its pincodes. For example,
 * `07 Delhi: 110001-1 7 9!` has four pincodes:
 * - `110001-1` means 110001 and the 1 pincode after it, 110002.
 * - `7` means 110009, which is 7 more than the pincode before, 110002.
 * - `9!` means 110018, which is 9 more than 110009. The `!` marks the second row of a pincode in
 *   two states: Delhi is the second state of 110018.
 */
export function encodePincodes(rows: readonly PincodeRow[]): string {
  const sorted = rows.toSorted((one, other) => one.pincode - other.pincode)
  const districts = Map.groupBy(sorted, ({ stateCode, district }) => `${stateCode} ${district}`)
  // The sort is stable, so a pincode's second row follows its first row.
  const secondRows = new Set(sorted.filter((row, index) => sorted[index - 1]?.pincode === row.pincode))
  return [...districts]
    .map(([label, ofDistrict]) => `${label}:${encodeRuns(runsOf(ofDistrict, secondRows))}\n`)
    .join('')
}

/** Consecutive pincodes of a district. A second row is always a run of its own. */
type Run = { start: number; last: number; isSecondRow: boolean }

function encodeRuns(runs: readonly Run[]): string {
  let text = ''
  let previous = 0
  for (const { start, last, isSecondRow } of runs) {
    const following = last === start ? '' : `-${last - start}`
    text += ` ${start - previous}${following}${isSecondRow ? '!' : ''}`
    previous = last
  }
  return text
}

/** The rows are those of one district, sorted by pincode. */
function runsOf(rows: readonly PincodeRow[], secondRows: ReadonlySet<PincodeRow>): Run[] {
  const runs: Run[] = []
  for (const row of rows) {
    const { pincode } = row
    const isSecondRow = secondRows.has(row)
    const lastRun = runs.at(-1)
    const mayContinue = lastRun !== undefined && !lastRun.isSecondRow && !isSecondRow
    if (mayContinue && pincode === lastRun.last + 1) lastRun.last = pincode
    else runs.push({ start: pincode, last: pincode, isSecondRow })
  }
  return runs
}

/** Reads the format of `encodePincodes`. The few second states are in a map of their own. */
export function decodePincodes(text: string): PincodeTable {
  const first = new Map<number, District>()
  const second = new Map<number, District>()
  for (const line of text.trimEnd().split('\n')) {
    const [label = '', runs = ''] = line.split(': ')
    const district = { stateCode: label.slice(0, 2), district: label.slice(3) }
    /** The last pincode of the previous run. */
    let last = 0
    for (const run of runs.split(' ')) {
      const [distance = '', following = '0'] = run.replace('!', '').split('-')
      const start = last + Number(distance)
      last = start + Number(following)
      const places = run.endsWith('!') ? second : first
      for (let pincode = start; pincode <= last; pincode += 1) places.set(pincode, district)
    }
  }

  const placesOf = (pincode: number) =>
    [first.get(pincode), second.get(pincode)].filter((place) => place !== undefined)
  const near = statesByArea([...first, ...second])
  return {
    placesOf: (pincode) => placesOf(Number(pincode)),
    statesNear: (pincode) => near.get(pincode.slice(0, 2)) ?? [],
    rows: () =>
      [...first.keys()]
        .toSorted((one, other) => one - other)
        .flatMap((pincode) =>
          placesOf(pincode).map(({ district, stateCode }) => ({ pincode, district, stateCode })),
        ),
  }
}

/**
 * The states of each area, most pincodes first. An area is the first two digits of its pincodes.
 */
function statesByArea(places: readonly [number, District][]): Map<string, string[]> {
  const byArea = Map.groupBy(places, ([pincode]) => String(pincode).slice(0, 2))
  return new Map(
    [...byArea].map(([area, ofArea]) => {
      const byState = Map.groupBy(ofArea, ([, { stateCode }]) => stateCode)
      const sorted = [...byState].toSorted(([, one], [, other]) => other.length - one.length)
      return [area, sorted.map(([stateCode]) => stateCode)]
    }),
  )
}
