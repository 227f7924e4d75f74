import { addressWord } from './sentences.ts'
import { words } from './wishes-english.ts'

const person = `(?:mich|mir|uns|diese[rs]? (?:e-?mail-?)?adresse|(?:die )?(?:e-?mail-?)?(?:adresse )?${addressWord})`
const theirs = `(?:mein\\w*|unser\\w*) ${words(2)}(?:daten|\\w*adressen?|e-?mail\\w*|namen?|firma|unternehmen|kontakt\\w*|eintrag|datensatz|nummer|domain|telefonnummer|postfach)`
const object = `(?:${person}|${theirs})`
const mail = `(?:e-?mails?|mails?|mailings?|nachrichten?|(?:\\w*-)?werbung|werbe-?\\w+|newsletters?|kontaktaufnahmen?|kontaktversuche?|zusendung(?:en)?|spam|anschreiben|zuschriften|kontakt|post|kontaktanfragen?|anfragen|schreiben)`
const kinds = `(?:(?:weiter\\w*|mehr|solche\\w*|diese\\w*|ihre\\w*|eure\\w*|derartige\\w*|unaufgefordert\\w*|ungefragt\\w*|unverlangt\\w*|kommerzielle\\w*|von ihnen|von euch|art|der|jegliche\\w*|mit|per|dass|sie|an) )*`
const filler = `(?:bitte|danke|hallo|sofort|umgehend|jetzt|endlich|einfach|mal|doch|damit|das|es|sie|ihr|mich|uns|nein|und|guten|tag|morgen|dank|vielen|unverzuglich|mehr|sein|dringend|also|dann)`
const start = `^(?:${filler},? )*`
const notNegated = `(?!.{0,60}\\b(?:nicht|nie)\\b)`

export const loneGerman = [
  `${start}(?:abmelden|abmeldung|abbestellen|abbestellung|austragen|austragung|loe?schen|kundigen|entfernen|aufhoe?ren|stopp?|schluss|unterlassen|(?:lassen sie|lasst|lass) (?:das|es)|nie wieder)(?:,? ${filler})*$`,
]

/** Wishes to get no mail in German, over sentences as `sentencesOf` gives them. */
export const german = [
  `\\b(?:streich\\w*|loe?sch\\w*|entfern\\w*|sperr\\w*)(?: sie| ihr)? (?:(?:bitte|mal|umgehend|sofort|doch|auch|alle|unverzuglich) )*${object}\\b${notNegated}`,
  `\\b(?:melde\\w*|trag\\w*|nehm\\w*|nimm|werft|werfen|schmeiss\\w*)(?: sie| ihr)? (?:(?:bitte|mal|umgehend|sofort|doch|auch|unverzuglich) )*${object}\\b${notNegated}.{0,90}\\b(?:ab|aus|raus|heraus|runter)\\b`,
  `\\b${object}\\b${notNegated}.{0,70}\\b(?:abmelden|austragen|abbestellen|loe?schen|geloe?scht|entfernen|entfernt|streichen|gestrichen|ausgetragen|abgemeldet|(?:abzu|auszu)\\w+|zu (?:loe?schen|entfernen|streichen)|(?:he)?raus(?:zu)?nehmen|(?:he)?rausgenommen|runternehmen)\\b`,
  `^(?:bitte )?(?:die |diese )?(?:e-?mail-?)?adresse (?:bitte )?(?:loe?schen|entfernen|austragen|streichen)\\b`,
  `\\b(?:mochten?|will|wollen|bitte|wunsche\\w*)\\b.{0,30}\\b(?:abmelden|abbestellen|austragen|abgemeldet|ausgetragen)\\b`,
  `\\b(?:aus|von) (?:ihrem|ihren|eurem|euren|dem|diesem|dieser|ihrer|eurer|der|allen|jeglichen) ${words(2)}(?:\\w*verteilern?|\\w*listen?|datenbank|datenbanken|adressbestand|newsletter) ${words(3)}(?:nehmen|streichen|loe?schen|entfernen|austragen|raus|runter|abmelden|ausgetragen|entfernt|geloe?scht|gestrichen|(?:he)?rauszunehmen|herausnehmen)\\b`,
  `\\b(?:loe?schung|entfernung|austragung|abmeldung|sperrung) (?:von )?${object}\\b`,
  `\\b(?:schreib\\w*|kontaktier\\w*|mailen|mailt|senden|sendet|schick\\w*|belastig\\w*|stor\\w*|nerv\\w*|behellig\\w*) (?:sie |ihr )?(?:bitte )?${person} (?:bitte )?(?:nie|nicht|nichts) ?(?:mehr|wieder|weiter\\w*|an|langer)?(?: zu)?\\b`,
  `\\b(?:schreib\\w*|senden|sendet|schick\\w*|mailen) (?:sie |ihr )?(?:bitte )?(?:mir |uns |${addressWord} )?(?:bitte )?kein\\w* ${kinds}${mail}\\b`,
  `^(?:(?:bitte|und|mich|mir|uns|danke|sie|nein|ab sofort|kunftig|in zukunft|zukunftig),? )*(?:nie|nicht|nichts) (?:mehr |wieder |weiter(?:hin)? |noch ?mal |erneut )?(?:an)?(?:schreiben|kontaktieren|mailen|melden|senden|zusenden|zuschicken|schicken|anmailen|storen|belastigen)$`,
  `\\b(?:nicht|nie|keinesfalls|niemals) (?:(?:mehr|wieder|weiter(?:hin)?|langer|erneut|noch ?mals?|von ihnen|per (?:e-?)?mail|durch sie) ){0,4}(?:angeschrieben|kontaktiert|belastigt|angemailt|beworben|behelligt|gestort|zugespammt|(?:zu )?kontaktieren|anzuschreiben)\\b`,
  `\\b(?:mochten?|will|wollen|wunschen?)\\b.{0,40}\\b(?:nichts|nicht) (?:mehr|weiter(?:hin)?)\\b.{0,30}\\b(?:horen|lesen|bekommen|erhalten|empfangen|zugesendet|zugeschickt)\\b`,
  `(?<!\\b(?:habe|haben|hatten?|hat|bekam|erhielten?|kam|kamen)\\b.{0,40})\\b(?:keine|keinerlei|kein|keinen) ${kinds}${mail}\\b(?:.{0,60}\\b(?:mehr|bitte|mochten?|will|wollen|wunsch\\w*|gewunscht|erwunscht|zusenden|schicken|senden)\\b)`,
  `\\b(?:bitte|mochten?|will|wollen|wunsch\\w*|nein danke|danke)\\b(?!.{0,30}\\b(?:habe|haben|hatten?)\\b).{0,30}\\b(?:keine|keinerlei|kein|keinen) ${kinds}${mail}\\b`,
  `(?<!\\b(?:habe|haben|hatten?|hat|gibt|es)\\b.{0,40})\\b(?:keine|kein|keinerlei) weitere[nrs]? ${kinds}${mail}\\b|${start}(?:keine|kein|keinerlei) ${kinds}(?:e-?mails?|mails?|werbung|newsletter|spam|post|kontaktaufnahme)(?:,? ${filler})*$`,
  `\\b(?:lassen sie|lasst|lass) (?:mich|uns) (?:(?:bitte|endlich|einfach|doch|jetzt|gefalligst) )*(?:in ruhe|in frieden|zufrieden)\\b`,
  `\\b(?:horen sie|hort|hor|hoeren sie) (?:(?:bitte|endlich|sofort|doch|jetzt|gefalligst) )*auf\\b`,
  `\\b(?:unterlassen|stoppen|beenden|unterlasst|stoppt|beendet) sie .{0,50}\\b(?:${mail}|\\w*werbung|\\w*mails?|belastigung\\w*|sendungen)\\b`,
  `\\b(?:stellen sie|stellt) .{0,50}\\b(?:${mail}|\\w*werbung|\\w*mails?)\\b.{0,20}\\bein\\b`,
  `\\b(?:${mail}|\\w*werbung|\\w*mails?)\\b.{0,50}\\b(?:zu unterlassen|einzustellen|unterlassen|unterbleiben|unerwunscht|nicht (?:mehr )?(?:er|ge)wunscht|untersag\\w*|verbiete\\w*)\\b`,
  `\\b(?:sehen sie|seht|bitte|zukunftig|kunftig)\\b.{0,30}\\bvon .{0,50}\\b(?:${mail}|\\w*mails?)\\b.{0,20}\\b(?:ab|abzusehen|absehen|abstand)\\b`,
  `\\bvon ${kinds}${mail}\\b.{0,40}\\b(?:abzusehen|abstand (?:zu )?nehmen)\\b`,
  `\\b(?:widersprech\\w*|widerspruch|widerruf\\w*|untersag\\w*|verbiet\\w*|verbitt\\w*)\\b.{0,90}\\b(?:nutzung|verwendung|verarbeitung|\\w*werbung|\\w*daten|kontaktaufnahme\\w*|zusendung\\w*|einwilligung|\\w*mails?|speicherung|nachrichten)\\b`,
  `\\b(?:verschonen sie|verschont) (?:mich|uns)\\b|\\b(?:mich|uns)\\b.{0,40}\\bverschonen\\b`,
]
