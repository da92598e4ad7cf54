export const DEMO_SHOP_NOTICE = 'Demo shop: this is not a real business'

/** What an operator must do before the shop takes orders. */
export const OPENING_STEPS = ['identity', 'payments'] as const
export type OpeningStep = (typeof OPENING_STEPS)[number]

/** The steps as the desk and the log name them. */
export const OPENING_STEP_TEXTS: Record<OpeningStep, string> = {
  identity:
    'The record of the shop is still that of the demo shop. At the desk under Settings, fill in who runs the shop and untick “This is a demo shop”.',
  payments:
    "Write the shop's UPI id or the keys of Razorpay at the desk under Settings, or set PAYMENTS (docs/operating.md, “Take money”). Until then, cash on delivery is the only way to pay.",
}
