import { isUtf8 } from 'node:buffer'

// By the language of a mail, where it says one.
const ofLanguage: Readonly<Record<string, string>> = {
  ru: 'windows-1251',
  uk: 'windows-1251',
  bg: 'windows-1251',
  sr: 'windows-1251',
  pl: 'windows-1250',
  cs: 'windows-1250',
  sk: 'windows-1250',
  hu: 'windows-1250',
  hr: 'windows-1250',
  sl: 'windows-1250',
  ro: 'windows-1250',
  el: 'windows-1253',
  tr: 'windows-1254',
  he: 'windows-1255',
  ar: 'windows-1256',
  lt: 'windows-1257',
  lv: 'windows-1257',
  et: 'windows-1257',
  ja: 'shift_jis',
  ko: 'euc-kr',
  zh: 'gb18030',
}
const saysNothing = /^(?:utf-?8|us-ascii|ascii|ansi_x3\.4-1968|unknown|unknown-8bit|x-unknown|8bit|binary|default)$/i
const markupCharset = /<meta\b[^>]{0,200}\bcharset=["']?([\w.:-]{1,40})/i
const wordCharset = /=\?([\w.:-]{1,40})\?[bq]\?/gi
const language = /^(?:content|accept)-language:[ \t]*([a-z]{2})\b/im
const headMostChars = 256 * 1024

/**
 * What a mail is most likely written in whose text declares nothing and is no UTF-8: what its markup, its headers or its
 * language say, else the characters of Windows. `raw` has one character a byte.
 */
export const likelyCharset = (raw: string, html: string): string => {
  const head = headOf(raw)
  const named = [markupCharset.exec(html)?.[1], ...[...head.matchAll(wordCharset)].map(([, charset]) => charset)]
  const found = named.find((charset) => charset !== undefined && !saysNothing.test(charset) && isKnown(charset))
  return found ?? ofLanguage[language.exec(head)?.[1]?.toLowerCase() ?? ''] ?? 'windows-1252'
}

const isKnown = (charset: string) => {
  try {
    return new TextDecoder(charset).encoding !== ''
  } catch {
    return false
  }
}

const headOf = (raw: string) => raw.slice(0, headMostChars).split(/\r?\n\r?\n/, 1)[0]!

const textType = /^(content-type:[ \t]*text\/(?:plain|html)\b)((?:[^\n]{0,1000}\n[ \t]){0,20}[^\n]{0,1000})$/gim
const parameter = /;\s*charset\s*=\s*"?([\w.:-]{0,40})"?/i

/** A mail in which text that declares no character set, or ASCII, declares this one; one character a byte. */
export const withCharset = (raw: string, charset: string): string => {
  const declared = raw.replaceAll(textType, (whole, type: string, rest: string) => {
    const named = parameter.exec(rest)?.[1]
    if (named !== undefined && named !== '' && !saysNothing.test(named)) return whole
    return `${type}; charset=${charset}${rest.replace(parameter, '')}`
  })
  return /^content-type:/im.test(headOf(declared))
    ? declared
    : `Content-Type: text/plain; charset=${charset}\r\n${declared}`
}

/** A mail whose headers with bytes that are no UTF-8 are; one character a byte. */
export const withHeadersIn = (raw: string, charset: string): string => {
  const head = headOf(raw)
  const lines = head.split('\n').map((line) => {
    const bytes = Buffer.from(line, 'latin1')
    return isUtf8(bytes) ? line : Buffer.from(new TextDecoder(charset).decode(bytes)).toString('latin1')
  })
  return lines.join('\n') + raw.slice(head.length)
}
