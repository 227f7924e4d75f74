// The end of a name with any beginning: dbPassword, X-Api-Key, refresh_token. Not `tokens`, which are counts.
const names =
  'password|passwd|passphrase|(?<![a-z])pass|pwd|secret|token|(?:api|access|private)[_-]?key|credentials?|authorization|cookie|session[_-]?id'
const label = `(?:${names})(?:[_-]?(?:value|hash|id|key))?`
const quoted = new RegExp(
  `(${label}(?:\\\\?["'])?[ \\t]{0,9}[:=][ \\t\\n]{0,9})(\\\\?["'])(?:(?!\\2)(?:\\\\.|[^\\\\])){1,4096}`,
  'gis',
)
const bare = new RegExp(
  `(${label}[ \\t]{0,9}[:=][ \\t]{0,9})(?:(?:Bearer|Basic) )?([^\\s"'\\\\,;&<>{}[\\]()]{1,4096})`,
  'gi',
)
const inMarkup = new RegExp(`(<[\\w.:-]{0,40}(?:${label})>)[^<]{1,4096}(?=</)`, 'gi')

/**
 * A text of a few kilobytes with a mark in the place of each value that is named as a secret: `"password": "…"`,
 * `token=…`, `api_key: …`, `<secret>…</secret>`. Words such as `null` and numbers of three digits are left.
 */
export const maskLabelled = (text: string): string =>
  text
    .replace(inMarkup, (_, before: string) => `${before}${maskText}`)
    .replace(quoted, (_, before: string, quote: string) => `${before}${quote}${maskText}`)
    .replace(bare, (whole: string, before: string, value: string) => (isPlain(value) ? whole : `${before}${maskText}`))

const isPlain = (value: string) => /^(?:null|true|false|undefined|none|\d{1,3})$/i.test(value) || value === maskText

/** The text in the place of a secret. */
export const maskText = '[secret]'
