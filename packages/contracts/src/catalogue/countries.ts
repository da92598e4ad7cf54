/**
 * English names of countries that snacks come from. Server and browser must print the same
 * characters, but the names of `Intl.DisplayNames` depend on the locale data of each runtime.
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

/** Returns the code itself for a country that is not listed. */
export function countryName(code: string): string {
  return COUNTRIES[code] ?? code
}
