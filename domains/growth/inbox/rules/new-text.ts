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

/** What a person wrote in a reply: without the mail that it quotes, and without a signature. */
export const newTextOf = (text: string): string => {
  const lines = text.replaceAll(/\r\n|\r/g, '\n').split('\n', linesMost)
  const end = lines.findIndex((_, index) => endsHere(lines, index))
  const own = (end < 0 ? lines : lines.slice(0, end)).filter((line) => !/^\s*>/.test(line))
  return own
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const endsHere = (lines: readonly string[], index: number): boolean => {
  const line = lines[index]!.trim().slice(0, 700)
  if (line === '') return false
  if (signature.test(lines[index]!.trimEnd()) || dividers.some((divider) => divider.test(line))) return true
  const joined = [line, ...lines.slice(index + 1, index + 3).map((next) => next.trim().slice(0, 300))]
  if (intros.some((intro) => intro.test(line))) return true
  if (/^(on|am)\s/iu.test(line) && intros.slice(0, 2).some((intro) => intro.test(joined.slice(0, 2).join(' '))))
    return true
  if (/^(on|am)\s/iu.test(line) && intros.slice(0, 2).some((intro) => intro.test(joined.join(' ')))) return true
  return sender.test(line) && lines.slice(index + 1, index + 5).some((next) => otherHeads.test(next.trim()))
}
