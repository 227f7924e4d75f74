const textMostChars = 20_000
const sentencesMost = 1_000
const sentenceMostChars = 600
// Programs break lines at some 70 characters: the sentence of a longer line continues in the next line.
const brokenFrom = 55

/** One sentence of a reply: small letters without accents, single blanks, and no mark at the end. */
export interface Sentence {
  readonly text: string
  readonly isQuestion: boolean
  /** True if it belongs to a notice of a company or follows the greeting at the end. */
  readonly isAfterWords: boolean
  /** True if it belongs to a notice with other words before it. */
  readonly isNotice: boolean
  /** True if it belongs to a notice, also at the beginning. */
  readonly isInNotice: boolean
  /** True if it instructs its reader, as `If you want …, click here`. */
  readonly isForReader: boolean
}

/** A word in the place of an address, so that rules see the subject of a wish. */
export const addressWord = 'anaddress'

// Notices that companies add to every mail, in the languages of Europe.
const notice = new RegExp(
  `\\b(${[
    'confidential(ity)?|privileged|intended (recipient|addressee|only|solely|for)|disclaimer|in error|unauthori[sz]ed',
    'virus(es)?|legally|registered (office|in|number)|company (no|number|registration)|external (e-?mail|sender)',
    'this (e-?mail|message|communication|transmission) (and|is|may|was|contains|originated|has|including)',
    'originated (from )?outside|print(ing)? this e-?mail|environment before|sent from my|get outlook',
    'privacy (policy|notice|statement)|vertraulich\\w*|irrtumlich|bestimmungsgemass\\w*|unbefugt\\w*',
    'diese (e-?mail|nachricht|mitteilung) (enthalt|ist|kann|und|wurde|einschliesslich)|geschaftsfuhr\\w*|amtsgericht',
    'handelsregister|hrb|ust-?id\\w*|sitz der|datenschutz(hinweise?|erklarung|informationen)|gesendet (von|mit)',
    'confidentiel\\w*|destinataire\\w*|par erreur|ce (message|courriel|mail)|confidencial\\w*|destinatari\\w*',
    'por error|este (mensaje|correo|e-?mail)|riservat\\w*|per errore|questo messaggio|vertrouwelijk\\w*',
    'geadresseerde\\w*|dit (bericht|e-?mail)|poufn\\w*|adresat\\w*|niniejsz\\w*|konfidentiel\\w*|fortrolig\\w*',
    'detta (meddelande|mail)|denne (e-?post|e-?mail|besked)|(tento|tuto) (e-?mail|zprav\\w*)|tama (viesti|sahkoposti)',
    'duvern\\w*|luottamuksellinen|acest (e-?mail|mesaj)|confidential\\w*',
    // Notices of data protection name who is responsible, or a law.
    'lopd\\w*|lgpd|responsable del (tratamiento|fichero)|proteccion de datos|titolare del trattamento|d\\.? ?lgs',
    'reglamento (ue|general)|regolamento (ue|europeo|generale)|regulamento (ue|geral)|responsavel pelo tratamento',
    'responsable du traitement|protection des donnees|protecao de dados|protezione dei dati|verwerkingsverantwoordelijke',
    'administrator\\w* danych|personuppgiftsansvarig\\w*|dataansvarlig\\w*|behandlingsansvarlig\\w*|verantwortliche stelle',
    'spravce\\w* osobnich|rekisterinpitaja\\w*|operator\\w* de date|data controller|finalidad|finalita',
  ].join('|')})\\b`,
)

const closing = new RegExp(
  `^(${[
    '(with )?(best|kind|warm|many)( (regards|wishes|thanks))?|regards|sincerely( yours)?|yours( sincerely| truly)?',
    'cheers|all the best|(mit )?(freundlichen?|besten?|vielen?|herzlichen?|schonen?|liebe) gruss(en?)?|mfg|lg|vg|gruss',
    'cordialement|bien a vous|salutations|saludos( cordiales)?|atentamente|(cordiali|distinti) saluti',
    '(met vriendelijke )?groet(en)?|mvg|pozdrawiam|z powazaniem|(med )?(vanliga?|venlig) (halsning(ar)?|hilsen)|hilsen',
    'atenciosamente',
  ].join('|')})\\b.{0,60}$`,
)

// Words by which a sentence instructs its reader: in a notice in any place, else at its begin.
const readerWords = [
  '(if|should|unless|whenever) (you|the reader|this|it)|in case (you|this)|you (may|can)',
  '(to|in order to) (stop|unsubscribe|opt|be removed|manage|cancel|change)',
  '(wenn|falls|sofern|sollten) (sie|ihr|du|diese)|um sich|zum abmelden|sie konnen|konnen sie',
  'si (vous|ce|usted|no (es|desea|quiere)|(has|ha|hai|avete) (recibido|ricevuto))|pour (vous|ne plus|se)',
  '(dans le|au) cas ou|vous pouvez|en caso de|puede|podra|pueden|podran|tiene derecho',
  'se (voce|nao|recebeu|non (e|desidera)|(ha|avete) ricevuto)|para (darse|cancelar|dejar|deixar)',
  'caso (nao|voce|contrario|tenha)|pode|podera|qualora|nel caso|puo|potra|per (cancellarsi|non ricevere)',
  'als u|indien u|u kunt|mocht u|jesli|jezeli|moze pan|moga panstwo|(hvis|dersom) (du|de)|om (du|ni)|kan du|du kan',
  'pokud|muzete|jos (et|olet|haluat)|voit|daca|puteti',
].join('|')
const forReader = new RegExp(`^(${readerWords})\\b`)
const forReaderInside = new RegExp(`\\b(${readerWords})\\b`)

// Links, and what only programs write.
const link = /\b(https?:\/\/|www\.)\S+|<mailto:[^<>\s]{0,320}>|\[cid:[^\]\s]{0,300}\]/g
const address = /[a-z0-9._%+-]{1,64}@[a-z0-9.-]{1,255}\.[a-z]{2,24}/g
const letters: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', đ: 'd' }

/** Small letters without accents, so that rules need one spelling of a word. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}\u00ad\u200b-\u200f\u2060\ufeff]/gu, '')
    .replaceAll(/[ßøłæœđ]/g, (letter) => letters[letter]!)
    .replaceAll(/[’‘`´]/g, "'")

/** The sentences of a reply. Links are left out, and an address is one word. */
export const sentencesOf = (text: string): readonly Sentence[] => {
  const plain = folded(text.slice(0, textMostChars)).replaceAll(link, ' ').replaceAll(address, ` ${addressWord} `)
  const found: Sentence[] = []
  let isClosed = false
  for (const paragraph of plain.split(/\n[ \t]*\n/, sentencesMost)) {
    let isNotice = false
    const isBelow = found.length > 0
    for (const line of joinedLines(paragraph)) {
      isClosed ||= closing.test(line.slice(0, 100).replace(/[\s,.!]{1,99}$/, ''))
      for (const part of partsOf(line)) {
        if (found.length === sentencesMost) return found
        isNotice ||= notice.test(part.text)
        const isForReader = (isNotice ? forReaderInside : forReader).test(part.text)
        const place = { isAfterWords: isNotice || isClosed, isNotice: isNotice && isBelow, isInNotice: isNotice }
        found.push({ ...part, ...place, isForReader })
      }
    }
  }
  return found
}

/** The lines of a paragraph, without the breaks that a program put into its sentences. */
const joinedLines = (paragraph: string): readonly string[] => {
  const joined: string[][] = []
  let last = 0
  for (const line of paragraph.split('\n', sentencesMost)) {
    const trimmed = line.trim()
    if (joined.length > 0 && last >= brokenFrom && trimmed !== '') joined.at(-1)!.push(trimmed)
    else joined.push([trimmed])
    last = trimmed.length
  }
  return joined.map((parts) => parts.join(' '))
}

const partsOf = (line: string) =>
  (line.match(/[^.!?;…。！？]+[.!?;…。！？]*/g) ?? []).flatMap((part) => {
    const isQuestion = /[?？]/.test(part)
    const text = part
      .replaceAll(/\s+/g, ' ')
      .replace(/^[^\p{L}\p{N}]+/u, '')
      .slice(0, sentenceMostChars)
      .replace(/[^\p{L}\p{N}]{1,99}$/u, '')
    return text === '' ? [] : [{ text, isQuestion }]
  })
