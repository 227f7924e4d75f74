/**
 * Words of what people agree to, pay, or may refuse, as beginnings of words, by language. A text with one of them is read
 * by a person.
 */
const strong = {
  en: 'consent|privacy|personal data|sell|sold|resell|third part|opt(?:ing)?[ -]?(?:in|out)|withdraw|refund|charge[ds]?\\b|price|pricing|fees?\\b|tax(?:es)?\\b|warrant|liab|indemni|gdpr|ccpa|guarantee|unsubscribe|terms (?:of|and)|arbitrat|jurisdiction',
  de: 'einwillig|zustimm|datenschutz|personenbezogen|verkauf|widerr|widerspr|rückerstatt|erstatt|preis|gebühr|kosten|steuer|gewähr|haft(?:ung|bar|et)|dsgvo|agb\\b|kündig|nutzungsbedingung|dritte',
  fr: 'consent|confidentialit|données personnelles|vend(?:re|ons|u)|tiers\\b|retrait|rembours|prix\\b|frais\\b|tarif|taxe|garanti|responsab|rgpd|résili|désabonn|conditions (?:générales|d)',
  es: 'consent|privacidad|datos personales|vend(?:er|emos|ido)|terceros|reembols|precio|tarifa|impuesto|garant|responsab|cancelación|desist|darse de baja|condiciones|términos',
  it: 'consens|riservatezza|dati personali|vend(?:ere|iamo|uto)|terzi\\b|recesso|rimbors|prezz|tariff|impost[ae]\\b|garanzi|responsab|disdett|condizioni|termini',
  pt: 'consent|privacidade|dados pessoais|vend(?:er|emos|ido)|terceiros|reembols|preço|tarifa|imposto|garant|responsab|rescis|condições|termos',
  nl: 'toestem|privacy|persoonsgegevens|verko(?:op|pen|cht)|derden|herroep|terugbetal|prijs|prijz|kosten|belasting|garantie|aansprakel|avg\\b|opzeg|voorwaarden',
} as const

const patternOf = (words: Readonly<Record<string, string>>) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${Object.values(words).join('|')})`, 'iu')
const strongWord = patternOf(strong)
const amount =
  /[$€£¥₹₽₺₩¢] ?\d|\d ?[€£¥₹₽₺₩¢$%‰]|\b(?:EUR|USD|GBP|CHF|JPY|CNY|INR|AUD|CAD|SEK|NOK|DKK|PLN|CZK|percent|per cent|prozent|euros?|dollars?|pounds?)\b/i

/** Whether a text speaks of money or of what people agree to. */
export const speaksOfTerms = (text: string): boolean => strongWord.test(text) || amount.test(text)

const address =
  /(?:[a-z][a-z\d+.-]{1,20}:)?\/\/[^\s"'<>()[\]{}`]{1,2000}|\bwww[.][^\s"'<>()[\]{}`]{1,2000}|[\w.+-]{1,64}@[\w-]{1,255}(?:[.][\w-]{1,63}){1,9}|\b(?:mailto|tel|sms|data|javascript|vbscript|blob|file):\S{0,2000}/gi

/** The addresses of other machines and people in a text, each once. */
export const addressesIn = (text: string): string =>
  [...new Set([...text.matchAll(address)].map(([found]) => found.replace(/[.,;:!?*_]{1,9}$/, '')))]
    .toSorted()
    .join('\n')
