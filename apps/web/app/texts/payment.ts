import type { PaymentMethod } from '@nashta/contracts/constants'

const METHOD_NAMES: Record<PaymentMethod, string> = {
  card: 'card',
  upi: 'UPI',
  netbanking: 'net banking',
  cod: 'cash',
}

/** The methods in a sentence: “card, UPI, net banking or cash”. */
export function methodNames(methods: readonly PaymentMethod[], conjunction: 'and' | 'or'): string {
  return joinWords(
    methods.map((method) => METHOD_NAMES[method]),
    conjunction,
  )
}

/** “You can pay by card, UPI or in cash when it comes.” */
export function waysToPay(methods: readonly PaymentMethod[]): string {
  const online = methods.filter((method) => method !== 'cod').map((method) => METHOD_NAMES[method])
  const cash = methods.includes('cod') ? ['in cash when it comes'] : []
  const ways = joinWords([...online, ...cash], 'or')
  return `You can pay ${online.length > 0 ? 'by ' : ''}${ways}.`
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function joinWords(words: readonly string[], conjunction: 'and' | 'or'): string {
  const last = words.at(-1) ?? ''
  const others = words.slice(0, -1)
  return others.length > 0 ? `${others.join(', ')} ${conjunction} ${last}` : last
}
