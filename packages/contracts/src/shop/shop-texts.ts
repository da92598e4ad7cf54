import { GST_STATES } from './gst-states.ts'

export const DEMO_SHOP_NOTICE = 'Demo shop: this is not a real business'

/** The name of a GST state code; the code itself when it is unknown. */
export function stateName(code: string): string {
  return GST_STATES[code] ?? code
}
