/** How a language points at one mail or file, and its words for a list of addresses. */
interface MailWords {
  readonly these: string
  readonly nouns: string
  readonly lists: string
}

// Written from general knowledge of these languages: no published list was read.
const languages: readonly MailWords[] = [
  {
    these: 'this|the',
    nouns: 'e-?mail|mail|message|file|communication|transmission|attachment',
    lists: 'list|database',
  },
  {
    these: 'dies\\w*|die|das',
    nouns: 'e-?mail|mail|nachricht|mitteilung|datei|anhang',
    lists: 'liste|verteiler|datenbank',
  },
  { these: 'ce|cet|le|la', nouns: 'e-?mail|mail|courriel|message|fichier|piece jointe', lists: 'listes?|bases?' },
  { these: 'este|esta|ese|el', nouns: 'correo|mensaje|e-?mail|mail|archivo|comunicacion', lists: 'listas?|base' },
  {
    these: 'questo|questa|quest|il|la',
    nouns: "messaggio|e-?mail|mail|'?allegato|comunicazione|file|documento",
    lists: 'lista|liste|elenco|database',
  },
  { these: 'este|esta|o|a', nouns: 'e-?mail|mail|mensagem|correio|arquivo|ficheiro|anexo', lists: 'listas?|base' },
  { these: 'dit|deze|de|het', nouns: 'bericht|e-?mail|mail|bestand|bijlage', lists: 'lijst|mailinglijst|bestand' },
  { these: 'te|ta|ten|niniejsz\\w*', nouns: 'wiadomosc|e-?mail|mail|korespondencj\\w*', lists: 'list\\w*|baz\\w*' },
  {
    these: 'detta|denna|dette|denne|det|den',
    nouns: 'meddelande|mejl\\w*|mail\\w*|e-?post\\w*|e-?mail\\w*|besked|melding\\w*|fil',
    lists: 'list\\w+',
  },
  { these: 'tento|tuto|tuhle', nouns: 'e-?mail|zprav\\w+|soubor', lists: 'seznam\\w*|databaz\\w*' },
  { these: 'tama|taman', nouns: 'viesti\\w*|sahkoposti\\w*|tiedosto\\w*', lists: 'lista\\w*|rekisteri\\w*' },
  { these: 'acest|acesta', nouns: 'e-?mail|mesaj|fisier', lists: 'lista|baza' },
]

// After `from` a mail is a source of mails, and before a list it is an address.
const behind = '(?<!\\b(?:from|of|to|von|aus|de|des|da|di|dalla|van|fra|fran|z|od) )'
const theMails = languages.map(
  ({ these, nouns, lists }) =>
    new RegExp(
      `${behind}\\b(?:${these})[ '](?:${nouns})\\b(?!-?.?(?:e-?mail-?)?(?:address|adress|indirizz|enderec|direcci))(?!.{0,40}\\b(?:${lists})\\b)`,
      'g',
    ),
)

/** A sentence without the mail or the file that it speaks of: neither can be the object of a wish. */
export const withoutTheMail = (text: string): string =>
  theMails.reduce((rest, theMail) => rest.replaceAll(theMail, 'amessage'), text)
