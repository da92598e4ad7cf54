/**
 * The states and territories of India by their GST code. 25 and 28 are no longer in use: Daman and Diu now belongs to
 * 26, and Andhra Pradesh has 37.
 */
export const GST_STATES: Readonly<Record<string, string>> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
}

/** The codes and names, sorted by name, for lists that people choose from. */
export const STATES_BY_NAME: readonly (readonly [code: string, name: string])[] = Object.entries(
  GST_STATES,
).toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))

/** The name of a GST state code; the code itself when it is unknown. */
export function stateName(code: string): string {
  return isStateCode(code) ? (GST_STATES[code] ?? code) : code
}

export function isStateCode(code: string): boolean {
  return Object.hasOwn(GST_STATES, code)
}
