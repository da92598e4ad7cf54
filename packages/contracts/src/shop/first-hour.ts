/** What the owner of a new shop does before it sells. */
export const FIRST_HOUR_STEPS = [
  'identity',
  'licences',
  'payments',
  'delivery',
  'mail',
  'snacks',
  'backup',
] as const
export type FirstHourStep = (typeof FIRST_HOUR_STEPS)[number]

/** Only the owner knows whether these steps are done, so the owner ticks them under Settings. */
export const CHECKED_BY_OWNER = ['delivery', 'backup'] as const satisfies readonly FirstHourStep[]

/** The boxes that the owner ticks. */
export const CHECK_TEXTS: readonly (readonly [(typeof CHECKED_BY_OWNER)[number], string])[] = [
  ['delivery', 'The delivery zones promise what I can keep'],
  ['backup', 'A backup is stored outside this machine'],
]

export function isCheckedByOwner(step: string): step is (typeof CHECKED_BY_OWNER)[number] {
  return CHECKED_BY_OWNER.some((each) => each === step)
}

/** The steps as the desk shows them. `to` is a screen of the desk. */
export const FIRST_HOUR_TEXTS: Record<FirstHourStep, { title: string; why: string; to: string }> = {
  identity: {
    title: 'Name and address',
    why: 'Shoppers must know who sells to them. Store your own and untick that this is a demo shop.',
    to: '/settings',
  },
  licences: {
    title: 'Licences',
    why: 'Nobody may sell food without an FSSAI licence: its number is on every page and receipt.',
    to: '/settings',
  },
  payments: {
    title: 'Ways to pay',
    why: 'The simulator moves no money. Your UPI id is enough to be paid, without a fee; Razorpay takes cards too.',
    to: '/settings',
  },
  delivery: {
    title: 'Delivery',
    why: 'A new shop delivers everywhere, free, in five days. Set what you can keep, then tick it.',
    to: '/settings',
  },
  mail: {
    title: 'Mail',
    why: 'Without a mail server, nobody gets a code or the confirmation of an order.',
    to: '/settings',
  },
  snacks: {
    title: 'Your own snacks',
    why: 'These snacks only show how a full shop looks. Add your own, then remove them.',
    to: '/products',
  },
  backup: {
    title: 'Backup',
    why: 'A disk can die tonight. Make a backup (npm run backup), store it elsewhere, then tick it.',
    to: '/settings',
  },
}
