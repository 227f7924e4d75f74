/** How the picture of a page is turned, and the script on it, as `tesseract --psm 0` says. */
export interface PageScript {
  /** Degrees, to the right, that turn the page upright. */
  readonly turn: 0 | 90 | 180 | 270
  readonly script: string | undefined
}

const turns = [0, 90, 180, 270] as const
const orientationLeast = 2
const scriptLeast = 0.5

/** Reads what `tesseract --psm 0` prints. What it is not sure of is left out. */
export const pageScriptOf = (printed: string): PageScript => {
  const numberAfter = (name: string) => Number(new RegExp(`^${name}: ([\\d.]+)$`, 'm').exec(printed)?.[1] ?? 0)
  const turn = turns.find((one) => one === numberAfter('Rotate')) ?? 0
  const script = /^Script: (\w+)$/m.exec(printed)?.[1]
  return {
    turn: numberAfter('Orientation confidence') < orientationLeast ? 0 : turn,
    script: numberAfter('Script confidence') < scriptLeast ? undefined : script,
  }
}

// Languages of tesseract by script. Every other one is written in Latin letters.
const languagesOf: Readonly<Record<string, RegExp>> = {
  Arabic: /^(ara|fas|kur_ara|pus|snd|uig|urd)$/,
  Armenian: /^hye$/,
  Bengali: /^(asm|ben)$/,
  Cyrillic: /^(aze_cyrl|bel|bul|kaz|kir|mkd|mon|rus|srp|tat|tgk|ukr|uzb_cyrl)$/,
  Devanagari: /^(hin|mar|nep|san)$/,
  Ethiopic: /^(amh|tir)$/,
  Georgian: /^kat(_old)?$/,
  Greek: /^(ell|grc)$/,
  Gujarati: /^guj$/,
  Gurmukhi: /^pan$/,
  Han: /^(chi_sim|chi_tra|jpn)(_vert)?$/,
  Hangul: /^kor(_vert)?$/,
  Hebrew: /^(heb|yid)$/,
  Japanese: /^jpn(_vert)?$/,
  Kannada: /^kan$/,
  Khmer: /^khm$/,
  Korean: /^kor(_vert)?$/,
  Lao: /^lao$/,
  Malayalam: /^mal$/,
  Myanmar: /^mya$/,
  Sinhala: /^sin$/,
  Syriac: /^syr$/,
  Tamil: /^tam$/,
  Telugu: /^tel$/,
  Thai: /^tha$/,
  Tibetan: /^(bod|dzo)$/,
}
const others = Object.values(languagesOf)

/**
 * The languages to recognize a page in: those of its script, and English for the names in it. Words of one script are
 * read wrong, and slowly, where languages of others may be meant. All languages where none has the script.
 */
export const languagesFor = (script: string | undefined, languages: string): string => {
  if (script === undefined) return languages
  const isOfScript = (language: string) =>
    script === 'Latin' || script === 'Fraktur'
      ? !others.some((pattern) => pattern.test(language))
      : Object.hasOwn(languagesOf, script) && languagesOf[script]!.test(language)
  const all = languages.split('+')
  const chosen = all.filter(isOfScript)
  if (chosen.length === 0) return languages
  const isEnglishAdded = !chosen.includes('eng') && all.includes('eng')
  return [...chosen, ...(isEnglishAdded ? ['eng'] : [])].join('+')
}
