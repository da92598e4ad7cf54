import type { Paise } from '@nashta/contracts/money'

const SMALL = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
/** Indian numbering: after the thousands come the lakhs and the crores. */
const UNITS = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1000, 'thousand'],
  [100, 'hundred'],
] as const

/** "Rupees one lakh twenty-three thousand and paise five only" */
export function amountInWords(paise: Paise): string {
  const rupees = Math.floor(paise / 100)
  const rest = paise % 100
  return `Rupees ${countInWords(rupees)}${rest > 0 ? ` and paise ${countInWords(rest)}` : ''} only`
}

function countInWords(count: number): string {
  if (count < 20) return SMALL[count] ?? ''
  if (count < 100) {
    const ones = count % 10
    return `${TENS[Math.floor(count / 10)]}${ones > 0 ? `-${SMALL[ones]}` : ''}`
  }
  const [size, name] = UNITS.find(([each]) => count >= each) ?? UNITS[3]
  const rest = count % size
  return `${countInWords(Math.floor(count / size))} ${name}${rest > 0 ? ` ${countInWords(rest)}` : ''}`
}
