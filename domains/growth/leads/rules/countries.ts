/** Whether cold mail to companies of a country needs their consent, and the text of the law. */
interface CountryRule {
  readonly asks: 'consent' | 'opt_out'
  readonly law: string
  readonly source: string
}

/** Entered by hand on 2026-11-25. It is no legal advice; a country that is not here counts as one whose law is not known. */
export const countryRules: Readonly<Record<string, CountryRule>> = {
  AT: {
    asks: 'consent',
    law: 'TKG 2021, § 174 (3) and (4)',
    source: 'https://www.ris.bka.gv.at/GeltendeFassung.wxe?Abfrage=Bundesnormen&Gesetzesnummer=20011678',
  },
  AU: { asks: 'consent', law: 'Spam Act 2003, s 16', source: 'https://www.legislation.gov.au/C2004A01214/latest' },
  CA: { asks: 'consent', law: 'CASL, s 6', source: 'https://laws-lois.justice.gc.ca/eng/acts/E-1.6/' },
  CH: {
    asks: 'consent',
    law: 'UWG, Art. 3 (1) o',
    source: 'https://www.fedlex.admin.ch/eli/cc/1988/223_223_223/de',
  },
  DE: { asks: 'consent', law: 'UWG, § 7 (2)', source: 'https://www.gesetze-im-internet.de/uwg_2004/__7.html' },
  DK: { asks: 'consent', law: 'Markedsføringsloven, § 10', source: 'https://www.retsinformation.dk/eli/lta/2017/426' },
  ES: { asks: 'consent', law: 'LSSI, art. 21', source: 'https://www.boe.es/buscar/act.php?id=BOE-A-2002-13758' },
  FR: {
    asks: 'opt_out',
    law: 'CPCE, art. L34-5, as the CNIL reads it for companies',
    source: 'https://www.cnil.fr/fr/la-prospection-commerciale-par-courrier-electronique',
  },
  GB: {
    asks: 'opt_out',
    law: 'PECR 2003, reg. 22, for corporate subscribers',
    source: 'https://www.legislation.gov.uk/uksi/2003/2426/regulation/22',
  },
  IE: {
    asks: 'opt_out',
    law: 'S.I. 336/2011, reg. 13',
    source: 'https://www.irishstatutebook.ie/eli/2011/si/336/made/en/print',
  },
  IT: {
    asks: 'consent',
    law: 'D.Lgs. 196/2003, art. 130',
    source: 'https://www.normattiva.it/uri-res/N2Ls?urn:nir:stato:decreto.legislativo:2003-06-30;196',
  },
  PL: {
    asks: 'consent',
    law: 'Prawo komunikacji elektronicznej, art. 398',
    source: 'https://isap.sejm.gov.pl/isap.nsf/DocDetails.xsp?id=WDU20240001221',
  },
  US: {
    asks: 'opt_out',
    law: 'CAN-SPAM Act, 15 U.S.C. § 7704',
    source: 'https://www.law.cornell.edu/uscode/text/15/7704',
  },
}

const ownNames: Readonly<Record<string, string>> = { uk: 'GB', usa: 'US', england: 'GB', schweiz: 'CH', suisse: 'CH' }

const letters = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at))
// Codes of former states, such as DD, stand for today's.
const codes = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => new Intl.Locale(`und-${code}`).region === code)

const codesByName = (): ReadonlyMap<string, string> => {
  const known = new Map<string, string>()
  for (const language of ['en', 'de', 'fr', 'es', 'it']) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = names.of(code)?.toLowerCase()
      if (name !== undefined && !known.has(name)) known.set(name, code)
    }
  }
  return known
}
const byName = codesByName()
const isCode = new Set(byName.values())

/** The code of a country (ISO 3166-1 alpha-2) from its code or its name; undefined for anything else. */
export const countryCode = (text: string): string | undefined => {
  const name = text.trim().toLowerCase()
  const code = name.toUpperCase()
  return ownNames[name] ?? (isCode.has(code) ? code : byName.get(name))
}

// Endings that companies of every country use, as search engines treat them.
const endingsOfNoCountry = new Set(
  'ad ag ai as bz cc cd co dj fm gg im io la ly me ms mu nu pw sc sh so sr st su to tv vc vg vu ws'.split(' '),
)

const countryOfEnding = (domain: string): string | undefined => {
  const ending = domain.slice(domain.lastIndexOf('.') + 1)
  if (ending === 'uk') return 'GB'
  const code = ending.toUpperCase()
  return isCode.has(code) && !endingsOfNoCountry.has(ending) ? code : undefined
}

/** Every possible country of a company: the known country, then the countries of its domain endings. */
export const countriesOf = (known: string | undefined, domains: readonly string[]): readonly string[] => {
  const all = [known === undefined ? undefined : countryCode(known), ...domains.map(countryOfEnding)]
  return [...new Set(all.filter((code) => code !== undefined))]
}

/** A play's rules about countries. */
export interface RegionRules {
  readonly excludedCountries: readonly string[]
  readonly excludesUnknownLaw: boolean
}

/** True if the play or a law that asks for consent forbids mail to a company. The strictest country counts. */
export const isExcluded = (
  countries: readonly string[],
  hasConsent: boolean,
  { excludedCountries, excludesUnknownLaw }: RegionRules,
): boolean => {
  if (countries.some((country) => excludedCountries.includes(country))) return true
  if (hasConsent) return false
  if (countries.length === 0) return excludesUnknownLaw
  return countries.some((country) => {
    const rule = countryRules[country]
    return rule ? rule.asks === 'consent' : excludesUnknownLaw
  })
}
