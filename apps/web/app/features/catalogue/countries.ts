/**
 * English names of countries that snacks come from. `Intl.DisplayNames` is not used: its names depend on the locale data
 * of each runtime, and server and browser must print the same characters.
 */
const COUNTRIES: Record<string, string> = {
  AE: 'United Arab Emirates',
  AF: 'Afghanistan',
  AU: 'Australia',
  BE: 'Belgium',
  CH: 'Switzerland',
  GB: 'United Kingdom',
  IN: 'India',
  IR: 'Iran',
  IT: 'Italy',
  LK: 'Sri Lanka',
  NP: 'Nepal',
  TH: 'Thailand',
  TR: 'Türkiye',
  US: 'United States',
}

/** The code itself for a country that is not listed. */
export function countryName(code: string): string {
  return COUNTRIES[code] ?? code
}
