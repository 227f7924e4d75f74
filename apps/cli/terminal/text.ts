/** Text of others for a terminal: what would move the cursor, colour, or turn the reading direction is made visible. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, toVisible)

const toVisible = (hidden: string) => {
  if (hidden === '\t' || hidden === '\n') return ' '
  return `\\u{${hidden.codePointAt(0)!.toString(16).padStart(4, '0')}}`
}

/** As `printable`, for several lines. */
export const printableLines = (text: string): string => text.split(/\r?\n/).map(printable).join('\n')

/** Texts of others beside each other, two spaces apart; a missing text takes no space. */
export const columns = (texts: readonly (string | null | undefined)[]): string =>
  texts
    .filter((text) => text != null)
    .map(printable)
    .join('  ')

/** At most so many letters, with … where some are left out. */
export const cutText = (text: string, most: number): string => {
  const letters = Array.from(text)
  return letters.length <= most ? text : `${letters.slice(0, Math.max(0, most - 1)).join('')}…`
}

const units = ['bytes', 'KB', 'MB', 'GB']

/** 1024 to the unit, one digit behind the point: `12 bytes`, `3.4 MB`. */
export const sizeText = (sizeBytes: number): string => {
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, sizeBytes)) / 10))
  return step === 0 ? `${sizeBytes} bytes` : `${(sizeBytes / 1024 ** step).toFixed(1)} ${units[step]}`
}

/** `0.4 s`, `12 s`, `3 min 5 s`. */
export const durationText = (ms: number): string => {
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** `1 commit`, `2 commits`. */
export const counted = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`

/** The first `most` of a list as one line, and how many more there are. */
export const listed = (items: readonly string[], most = 5): string => {
  const shownItems = items.slice(0, most).join(', ')
  return items.length > most ? `${shownItems} and ${items.length - most} more` : shownItems
}
