/** How the picture of a page is turned, and the script on it, as `tesseract --psm 0` says. */
export interface PageScript {
  /** Degrees, to the right, that turn the page upright. */
  readonly turn: 0 | 90 | 180 | 270
  readonly script: string | undefined
}

const turns = [0, 90, 180, 270] as const
const orientationLeast = 2
const scriptLeast = 0.5

/** Reads what `tesseract --psm 0` prints. Uncertain results are left out. */
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
 * read wrong, and slowly, where languages of others may be meant. The first languages if none has the script.
 */
export const languagesFor = (script: string | undefined, languages: string): string => {
  const all = languages.split('+')
  const chosen = script === undefined ? [] : all.filter((language) => isWrittenIn(script, language))
  return languagesAtOnce(chosen.length === 0 ? all : chosen, all.includes('eng'))
}

const isWrittenIn = (script: string, language: string) => {
  if (script === 'Latin' || script === 'Fraktur') return !others.some((pattern) => pattern.test(language))
  return Object.hasOwn(languagesOf, script) && languagesOf[script]!.test(language)
}

// Each language more makes a page slower.
const languagesMost = 8
const languagesAtOnce = (languages: readonly string[], hasEnglish: boolean) => {
  if (!hasEnglish || languages.slice(0, languagesMost).includes('eng'))
    return languages.slice(0, languagesMost).join('+')
  return [...languages.filter((language) => language !== 'eng').slice(0, languagesMost - 1), 'eng'].join('+')
}
