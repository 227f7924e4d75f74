/** Words for terms that people agree to, pay, or may refuse, as beginnings of words: a person reads such a text. */
const strong = {
  en: 'consent|privacy|personal data|sell|sold|resell|third part|opt(?:ing)?[ -]?(?:in|out)|withdraw|refund|charge[ds]?\\b|price|pricing|fees?\\b|tax(?:es)?\\b|warrant|liab|indemni|gdpr|ccpa|guarantee|unsubscribe|terms (?:of|and)|arbitrat|jurisdiction',
  de: 'einwillig|zustimm|datenschutz|personenbezogen|verkauf|widerr|widerspr|rückerstatt|erstatt|preis|gebühr|kosten|steuer|gewähr|haft(?:ung|bar|et)|dsgvo|agb\\b|kündig|nutzungsbedingung|dritte',
  fr: 'consent|confidentialit|données personnelles|vend(?:re|ons|u)|tiers\\b|retrait|rembours|prix\\b|frais\\b|tarif|taxe|garanti|responsab|rgpd|résili|désabonn|conditions (?:générales|d)',
  es: 'consent|privacidad|datos personales|vend(?:er|emos|ido)|terceros|reembols|precio|tarifa|impuesto|garant|responsab|cancelación|desist|darse de baja|condiciones|términos',
  it: 'consens|riservatezza|dati personali|vend(?:ere|iamo|uto)|terzi\\b|recesso|rimbors|prezz|tariff|impost[ae]\\b|garanzi|responsab|disdett|condizioni|termini',
  pt: 'consent|privacidade|dados pessoais|vend(?:er|emos|ido)|terceiros|reembols|preço|tarifa|imposto|garant|responsab|rescis|condições|termos',
  nl: 'toestem|privacy|persoonsgegevens|verko(?:op|pen|cht)|derden|herroep|terugbetal|prijs|prijz|kosten|belasting|garantie|aansprakel|avg\\b|opzeg|voorwaarden',
} as const

/** The languages whose words the table has. */
export const knownLanguages: ReadonlySet<string> = new Set(Object.keys(strong))

/** Words of buttons and sentences for yes or no, or for consequences. */
const weak = {
  en: 'agree|disagree|accept|allow|deny|denied|declin|reject|refuse|approv|cancel|confirm|delet|remov|shar(?:e|es|ed|ing)\\b|terms?\\b|legal|cookie|track|collect|pay|paid|buy|order|purchas|subscri|free\\b|trial|renew|bill|invoic|cost|total|discount|secur|password|warn|danger|risk|never\\b|not?\\b|without',
  de: 'akzept|annehm|erlaub|ablehn|abbrech|bestätig|lösch|entfern|teil(?:en|t)\\b|weitergeb|bedingung|rechtlich|cookie|verfolg|sammel|zahl|kauf|bestell|abonn|abo\\b|kostenlos|gratis|probe|verlänger|rechnung|gesamt|rabatt|sicher|passwort|kennwort|warn|gefahr|risiko|nie(?:mals)?\\b|nicht|kein|ohne',
  fr: 'accept|autoris|refus|annul|confirm|supprim|effac|partag|légal|cookie|suivi|collect|pay|achet|command|abonn|gratuit|essai|renouvel|factur|coût|total|remise|sécur|mot de passe|avertiss|danger|risque|jamais|pas\\b|sans\\b|aucun',
  es: 'acept|permit|rechaz|neg(?:ar|ado)|cancel|confirm|elimin|borr|compart|legal|cookie|rastre|recop|pag(?:o|ar|ado)|compr|pedido|suscri|gratis|prueba|renov|factur|cost|total|descuent|segur|contraseñ|advert|peligro|riesgo|nunca|no\\b|sin\\b',
  it: 'accett|consent|permett|rifiut|neg(?:a|are|ato)\\b|annull|conferm|elimin|cancell|condivid|legal|cookie|tracci|raccog|pag(?:a|are|amento)|acquist|ordin|abbon|gratis|gratuit|prova|rinnov|fattur|cost|totale|scont|sicur|password|avvis|pericol|rischio|mai\\b|non\\b|senza',
  pt: 'aceit|permit|rejeit|recus|neg(?:ar|ado)|cancel|confirm|elimin|exclu|apag|compart|legal|cookie|rastre|colet|pag(?:ar|o|amento)|compr|pedid|assin|grátis|gratuit|teste|renov|fatur|cust|total|descont|segur|senha|aviso|perigo|risco|nunca|não|sem\\b',
  nl: 'accept|akkoord|toest|weiger|annul|bevestig|verwijder|wis(?:sen|t)|del(?:en|t)\\b|juridisch|cookie|volg(?:en|t)|verzamel|betal|koop|kopen|bestel|abonn|gratis|proef|verleng|factu|totaal|korting|veilig|wachtwoord|waarschuw|gevaar|risico|nooit|niet|geen|zonder',
} as const satisfies Record<keyof typeof strong, string>

const patternOf = (words: Readonly<Record<string, string>>) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${Object.values(words).join('|')})`, 'iu')
const strongWord = patternOf(strong)
const weakWord = patternOf(weak)
const amount =
  /[$€£¥₹₽₺₩¢] ?\d|\d ?[€£¥₹₽₺₩¢$%‰]|\b(?:EUR|USD|GBP|CHF|JPY|CNY|INR|AUD|CAD|SEK|NOK|DKK|PLN|CZK|percent|per cent|prozent|euros?|dollars?|pounds?)\b/i

/** Whether a text speaks of money or of agreements. */
export const speaksOfTerms = (text: string): boolean => strongWord.test(text) || amount.test(text)

/** Whether a text may be a part of terms that people agree to, pay or refuse. */
export const maySpeakOfTerms = (text: string): boolean => speaksOfTerms(text) || weakWord.test(text)

const address =
  /(?:[a-z][a-z\d+.-]{1,20}:)?\/\/[^\s"'<>()[\]{}`]{1,2000}|\bwww[.][^\s"'<>()[\]{}`]{1,2000}|[\w.+-]{1,64}@[\w-]{1,255}(?:[.][\w-]{1,63}){1,9}|\b(?:mailto|tel|sms|data|javascript|vbscript|blob|file):\S{0,2000}/gi

/** The addresses of other machines and people in a text, each once. */
export const addressesIn = (text: string): string =>
  [...new Set([...text.matchAll(address)].map(([found]) => found.replace(/[.,;:!?*_]{1,9}$/, '')))]
    .toSorted()
    .join('\n')
