const linesMost = 10_000
// A line that begins the mail that is answered; the name of the day or the sender before it may be broken in two.
const intros = [
  /^on\b.{4,300}\bwrote\s*:$/iu,
  /^am\b.{4,300}\bschrieb\b.{0,200}:$/iu,
  /^.{1,200}\bschrieb\s+am\b.{2,200}:$/iu,
  /^.{1,200}<[^<>\s]{3,320}>\s*(wrote|schrieb)\b.{0,100}:$/iu,
  /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}.{0,200}<[^<>\s]{3,320}>\s*:$/u,
]
const dividers = [
  /^-{2,}\s*(original message|original-nachricht|ursprüngliche nachricht|urspruengliche nachricht|originalnachricht|forwarded message|weitergeleitete nachricht)\s*-{2,}$/iu,
  /^(begin forwarded message|anfang der weitergeleiteten (nachricht|e-mail))\s*:?$/iu,
  /^_{10,}$/u,
]
const sender = /^\**(from|von)\s*:\**\s*\S/iu
const otherHeads = /^\**(sent|date|to|subject|gesendet|datum|an|betreff)\s*:\**/iu
const signature = /^-- ?$/u

const quoted = /^\s*>/
// Programs break lines at some 70 characters: the rest of a quoted line then stands below it without its mark.
const brokenFrom = 60

/** What a person wrote in a reply, above, within or below the mail that it quotes: without that, and without a signature. */
export const newTextOf = (text: string): string => {
  const lines = text.replaceAll(/\r\n|\r/g, '\n').split('\n', linesMost)
  const own: string[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!
    const intro = introAt(lines, index)
    if (endsMail(lines, index) || (intro > 0 && !isQuotedBelow(lines, index + intro))) break
    if (intro > 0) index += intro - 1
    else if (!quoted.test(line) && !isRestOfQuote(lines, index)) own.push(line)
  }
  return own
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** How many lines say, from this one on, who wrote the mail that follows; 0 for none. */
const introAt = (lines: readonly string[], index: number): number => {
  const line = lines[index]!.trim().slice(0, 700)
  if (line === '') return 0
  if (intros.some((intro) => intro.test(line))) return 1
  if (!/^(on|am)\s/iu.test(line)) return 0
  const next = lines.slice(index + 1, index + 3).map((one) => one.trim().slice(0, 300))
  const found = next.findIndex((_, last) =>
    intros.slice(0, 2).some((intro) => intro.test([line, ...next.slice(0, last + 1)].join(' '))),
  )
  return found < 0 ? 0 : found + 2
}

const isQuotedBelow = (lines: readonly string[], from: number) =>
  quoted.test(lines.slice(from, from + 3).find((line) => line.trim() !== '') ?? '')

const isRestOfQuote = (lines: readonly string[], index: number) => {
  const above = lines[index - 1] ?? ''
  return lines[index]!.trim() !== '' && quoted.test(above) && above.length >= brokenFrom
}

const endsMail = (lines: readonly string[], index: number): boolean => {
  const line = lines[index]!.trim().slice(0, 700)
  if (line === '') return false
  if (signature.test(lines[index]!.trimEnd()) || dividers.some((divider) => divider.test(line))) return true
  return sender.test(line) && lines.slice(index + 1, index + 5).some((next) => otherHeads.test(next.trim()))
}
