/**
 * English names of countries that snacks come from. `Intl.DisplayNames` is not used: its names depend on the locale data
 * of each runtime, and server and browser must print the same characters.
 */
const COUNTRIES: Record<string, string> = {
  AE: 'United Arab Emirates',
  AF: 'Afghanistan',
  AU: 'Australia',
  BD: 'Bangladesh',
  BE: 'Belgium',
  BR: 'Brazil',
  CH: 'Switzerland',
  CL: 'Chile',
  CN: 'China',
  DE: 'Germany',
  EC: 'Ecuador',
  ES: 'Spain',
  FR: 'France',
  GB: 'United Kingdom',
  GH: 'Ghana',
  ID: 'Indonesia',
  IN: 'India',
  IR: 'Iran',
  IT: 'Italy',
  JP: 'Japan',
  KR: 'South Korea',
  LK: 'Sri Lanka',
  MY: 'Malaysia',
  NL: 'Netherlands',
  NP: 'Nepal',
  SA: 'Saudi Arabia',
  TH: 'Thailand',
  TR: 'Türkiye',
  US: 'United States',
  VN: 'Vietnam',
  ZA: 'South Africa',
}

/** The code itself for a country that is not listed. */
export function countryName(code: string): string {
  return COUNTRIES[code] ?? code
}
