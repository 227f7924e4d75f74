import { useLanguage } from '../../preferences.ts'

/** The name of a country by its two letters, in the person's language; any other text as it is. */
export const useCountryName = () => {
  const names = new Intl.DisplayNames(useLanguage(), { type: 'region', fallback: 'code' })
  return (country: string) => (/^[A-Z]{2}$/.test(country) ? (names.of(country) ?? country) : country)
}
