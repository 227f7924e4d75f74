import type { MessageIntent, MessageKind } from '../../messages/rules.ts'
import { intentIn } from './intents.ts'
import { type Sentence, sentencesOf } from './sentences.ts'
import { wishIn } from './wishes.ts'

/** The judgment of a person's words. `isClear`: no person has to read them before mail goes on. */
interface Judgment {
  /** Their intent; undefined if no rule knows it. */
  readonly intent: MessageIntent | undefined
  readonly isClear: boolean
}

// Words that a wish to get no mail can have, in any place of a sentence. They decide nothing but that a person reads it.
const hints = new RegExp(
  `\\b(?:${[
    'stop(?! by\\b)\\w*|ceas\\w*|desist|quit|un-?subscri\\w*|subscri\\w*|opt\\w*-? ?(?:out|in)|remov\\w*|delet\\w*|eras(?:e|ed|ure|ing)|exclud\\w*',
    'spam\\w*|unsolicited|unwanted|junk|harass\\w*|bother\\w*|pester\\w*|annoy\\w*|nuisance|leave (?:me|us)|alone|go away|get lost|f\\W?u\\W?c\\W?k\\w*|piss\\w*',
    'lawyer|attorney|legal (?:action|steps|department)|complain\\w*|abuse|gdpr|privacy|data protection|consent\\w*|permission|object(?:s|ion|ing)? to|withdraw|revok\\w*|blacklist\\w*|block(?:ed|ing)? (?:you|your)|lose|off (?:your|the|this) .{0,20}lists?|(?:mailing|contact|your|e-?mail) lists?',
    '(?:my|our) (?:data|address|e-?mail|personal|contact details)|where (?:did|do) you (?:get|have|find)|who gave you|keep (?:writing|e-?mailing|contacting|sending|bothering)|enough',
    'abmeld\\w*|abbestell\\w*|austrag\\w*|loe?sch\\w*|entfern\\w*|streich\\w*|\\w*verteiler\\w*|\\w*werbung|belastig\\w*|unterlass\\w*|ho(?:e)?r(?:en|t)? .{0,30}\\bauf|aufho(?:e)?r\\w*|in ruhe|dsgvo|datenschutz\\w*|einwillig\\w*|widersp\\w*|widerruf\\w*|anwalt\\w*|abmahn\\w*|beschwer\\w*|verbraucherzentrale|bundesnetzagentur|verschon\\w*|sperr\\w*|stopp\\w*|unerwunscht\\w*|unverlangt\\w*|unaufgefordert\\w*|nie wieder|ab(?:zu)?sehen|(?:meine|unsere|meiner|unserer) (?:daten|adresse|e-?mail\\w*)|woher haben sie|lass(?:en|t)? (?:sie )?(?:das|es|mich|uns)',
    'desabonn\\w*|desinscri\\w*|supprim\\w*|rgpd|baja|borr(?:ar|e|en)\\w*|elimin\\w*|cancell\\w*|disiscri\\w*|rimuov\\w*|afmeld\\w*|uitschrijv\\w*|verwijder\\w*|descadastr\\w*|wypis\\w*|usun\\w*|avregistrer\\w*|avmeld\\w*|fjern\\w*|slett\\w*',
  ].join('|')})\\b`,
)
// Weaker: a "no" beside mail. A person who wants to talk can say so of a mail that did not arrive.
const no = /\b(?:no|not|never|nothing|none|without|nor|neither|\w+n't|kein\w*|nicht|nichts|nie|niemals|ohne)\b/
const mail =
  /\b(?:e-?mails?|mails?|e-?mailed|contact\w*|messages?|messaging|writ(?:e|ing)|newsletters?|sen[dt]\w*|kontakt\w*|schreib\w*|anschreib\w*|nachricht\w*|schick\w*|zusend\w*|again|any ?more|in future|in the future|further|kunftig|zukunftig|weiter\w*|mehr)\b/

// Words that no notice of a company has: a person who adds them to such a notice still speaks for themselves.
const mine =
  /\b(?:my|meine[rn]?) (?:personal |e-?mail |contact )?(?:data|details|address|daten|(?:e-?mail-?)?adresse)\b/

/**
 * Judges what a person wrote, without what they quote. A clear wish to get no mail is the intent `unsubscribe`. A text
 * that is neither that nor clearly another intent is left to a person, even if a rule guesses it.
 */
export const judge = (newText: string): Judgment => {
  const sentences = sentencesOf(newText)
  const wishes = sentences.map(wishIn)
  if (wishes.includes('clear')) return { intent: 'unsubscribe', isClear: true }
  const own = sentences.filter(({ isAfterWords }) => !isAfterWords)
  const intent = intentIn(own)
  if (intent === undefined || wishes.includes('unclear') || own.some(hasHint) || sentences.some(isOfThem))
    return { intent, isClear: false }
  return { intent, isClear: intent === 'interested' || !own.some(({ text }) => no.test(text) && isAboutMail(text)) }
}

const hasHint = ({ text, isForReader }: Sentence) => !isForReader && hints.test(text)
const isOfThem = ({ text, isForReader }: Sentence) => !isForReader && mine.test(text)
const isAboutMail = (text: string) => mail.test(text)

/** The intent of a report or of a program's answer; undefined without one. */
export const intentOfKind = (kind: Exclude<MessageKind, 'reply'>, newText: string): MessageIntent | undefined => {
  if (kind === 'unsubscribe' || kind === 'complaint') return 'unsubscribe'
  if (kind === 'bounce') return undefined
  return intentIn(sentencesOf(newText)) === 'out_of_office' ? 'out_of_office' : 'other'
}
