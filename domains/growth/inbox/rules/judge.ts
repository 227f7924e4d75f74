import type { MessageIntent, MessageKind } from '../../messages/rules.ts'
import { type Sentence, sentencesOf } from './sentences.ts'
import { foreignLater, foreignNo } from './refusal-words.ts'
import { wishIn } from './wishes.ts'

// The first that fits counts: who is away is neither interested nor not, and a "no" weighs more than a courtesy.
const rules: readonly (readonly [MessageIntent, RegExp])[] = [
  [
    'not_interested',
    /\b(?:not (?:really |currently |particularly )?interested|no (?:current |real |further )?interest|no,? thank(?:s| you)|not an? (?:good |right )?(?:fit|match)|we(?:'re| are) (?:all )?(?:set|good)|not (?:relevant|for us|something (?:we|i))|no need|(?:do not|don't) need (?:this|that|it|any)|(?:we|i)(?:'ll| will)? pass\b|kein(?:en)? (?:interesse|bedarf)|nicht interessiert|nein,? danke|nicht relevant|brauchen wir nicht|passt (?:leider )?nicht)\b/,
  ],
  [
    'out_of_office',
    /\b(?:out of (?:the )?office|on (?:annual |parental |sick |maternity )?(?:leave|vacation|holidays?)|away (?:until|from (?:my )?(?:mail|office|desk))|back (?:in the office )?on|nicht im buro|im urlaub|abwesend|elternzeit|wieder (?:im buro|erreichbar) (?:ab|am))\b/,
  ],
  [
    'not_now',
    /\b(?:not (?:right )?now|not at (?:the|this) (?:moment|time)|next (?:quarter|year|month)|later this year|(?:reach|circle|check|come) (?:out|back) (?:again )?in|get back to (?:me|us) in|too busy|maybe later|jetzt nicht|im moment keine|derzeit (?:\w+ )?nicht|momentan nicht|aktuell nicht|zur ?zeit nicht|im moment nicht|zu einem spateren|nachstes (?:jahr|quartal)|nachsten monat|spater (?:noch )?(?:ein)?mal)\b/,
  ],
  [
    'interested',
    /\b(?:i(?:'m| am)|we(?:'re| are)) (?:very |quite |really |definitely )?interested\b|\b(?:sounds (?:good|great|interesting|perfect|like a plan)|tell (?:me|us) more|let(?:'s| us) (?:talk|meet|schedule|chat|speak|do it|connect)|(?:book|schedule|set up|arrange) (?:a|an) (?:\w+ )?(?:call|meeting|appointment|demo)|(?:happy|glad|love|like|keen|open) to (?:talk|chat|meet|learn|hear more|know more|discuss|see)|send (?:me|us) (?:more|some|your|the|a|an) (?:\w+ ){0,3}(?:details|information|info|offer|quote|proposal|prices?|brochure|deck|examples?|material)|(?:call|ring|phone) (?:me|us)\b|give (?:me|us) a (?:call|ring)|yes,? please|please (?:do|go ahead)|count (?:me|us) in|(?:works|suits) (?:for )?(?:me|us)|speak soon|looking forward to|klingt (?:gut|interessant|spannend)|(?:habe|haben|hatten?) (?:\w+ )?interesse|(?:sind|bin|ware|waren) (?:\w+ )?interessiert|gerne? (?:mehr|sprechen|telefonieren|treffen|ein (?:gesprach|termin|angebot))|termin (?:vereinbaren|ausmachen|finden)|melden sie sich gerne?|rufen sie (?:mich|uns) (?:\w+ ){0,3}an|schicken sie (?:mir|uns) (?:\w+ ){0,3}(?:angebot|unterlagen|informationen|details)|passt (?:mir|uns)|ca m'interesse|me interesa|sono interessat\w)\b|^(?:yes|ja|sure|gerne?|absolutely|definitely|of course|perfect|great|oui|si|sounds good|count me in)\b(?!.{0,20}\b(?:no|not|but|nicht|aber)\b)|^(?:please |just )?(?:contact|call|e-?mail|reach|write to) (?:me|us)\b/,
  ],
  [
    'other',
    /\b(?:forward(?:ed|ing) (?:this|it|your|to)|pass(?:ed|ing) (?:this|it|your \w+) (?:on|along)|(?:looping|copying|cc'?ing|adding) (?:in )?\w+|(?:right|wrong|correct|better|best) (?:person|contact)|(?:contact|speak (?:to|with)|talk to|write to|reach out to|get in touch with) (?:my|our) (?:colleague|boss|manager|team|assistant)|no longer (?:works?|with) |left the company|weiter(?:geleitet|gegeben)|leite (?:\w+ ){0,4}weiter|zustandig\w*|ansprechpartner\w*|falsche\w* (?:person|ansprechpartner))\b|^(?:thanks?(?: you)?(?: (?:so much|very much|a lot))?|many thanks|thx|ok(?:ay)?|got it|noted|received|understood|danke(?: schon)?|vielen dank|alles klar|erhalten|merci|gracias|grazie)(?: (?:for|fur) .{1,60})?$/,
  ],
]
const asks =
  /\b(?:what|how|when|where|which|who|why|can|could|do|does|did|is|are|was|will|would|have|has|may|should|was|wie|wann|wo|welche\w*|wer|warum|konnen|konnten|kann|haben|gibt|ist|sind|wurden?|machen|bieten)\b/

/** True if a sentence answers in a language of which few words are known: a person reads the others of its mail. */
const isForeign = ({ text }: Sentence) => foreignNo.test(text) || foreignLater.test(text)

/** A person's intent, by the words that the rules know of their language; undefined for other words. */
const intentIn = (sentences: readonly Sentence[]): MessageIntent | undefined => {
  const has = (words: RegExp) => sentences.some(({ text }) => words.test(text))
  const found = rules.find(([, words]) => has(words))
  if (found) return found[0]
  if (has(foreignLater)) return 'not_now'
  if (has(foreignNo)) return 'not_interested'
  return sentences.some(({ text, isQuestion }) => isQuestion && asks.test(text)) ? 'question' : undefined
}

/** For each language the words with which a greeting, a thanks or a good wish begins, as small letters without accents. */
const languages: readonly string[] = [
  'hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|thank(?:s| you)|many thanks|(?:i )?hope',
  'hallo|guten (?:tag|morgen|abend)|sehr geehrte\\w*|liebe[rs]?|moin|gruss gott|servus|danke|vielen dank|ich hoffe',
  'bonjour|bonsoir|cher|chere|madame|monsieur|merci|j.espere',
  'hola|buenos|buenas|estimad\\w+|gracias|espero',
  'buongiorno|buonasera|ciao|gentil\\w+|egregi\\w*|spett\\w*|grazie|spero',
  'ola|bom dia|boa (?:tarde|noite)|prezad\\w+|car[oa]|obrigad\\w+',
  'beste|geachte|goede(?:morgen|middag|ndag|navond)|dag|bedankt|dank|ik hoop',
  'dzien dobry|witam|szanown\\w+|dziekuj\\w*',
  'hej|hei|god (?:dag|morgen|morgon)|kara|kare|kjaere|tack|takk|tak',
  'dobry den|vazen\\w+|mil\\w+ pan\\w*|dekuj\\w*',
  'hyva|paivaa|huomenta|terve|kiitos',
  'buna|stimat\\w+|draga|multumesc',
]
const courtesy = new RegExp(`^(?:${languages.join('|')})\\b`)

const isCourtesy = (text: string): boolean => courtesy.test(text)

/** The judgment of a person's words. `isClear`: no person has to read them before mail continues. */
interface Judgment {
  /** Their intent; undefined if no rule knows it. */
  readonly intent: MessageIntent | undefined
  readonly isClear: boolean
  /** Set for a clear wish whose words hold more than it. */
  readonly hasMore?: true
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
// Weaker: a "no" beside mail. A person who wants to talk can write that about a mail that did not arrive.
const no = /\b(?:no|not|never|nothing|none|without|nor|neither|\w+n't|kein\w*|nicht|nichts|nie|niemals|ohne)\b/
const mail =
  /\b(?:e-?mails?|mails?|e-?mailed|contact\w*|messages?|messaging|writ(?:e|ing)|newsletters?|sen[dt]\w*|kontakt\w*|schreib\w*|anschreib\w*|nachricht\w*|schick\w*|zusend\w*|again|any ?more|in future|in the future|further|kunftig|zukunftig|weiter\w*|mehr)\b/

// Words that no notice of a company has: a person who adds them to such a notice still speaks for themselves.
const mine =
  /\b(?:my|meine[rn]?) (?:personal |e-?mail |contact )?(?:data|details|address|daten|(?:e-?mail-?)?adresse)\b/

/**
 * Judges a person's words, without their quotes. A clear wish to get no mail is the intent `unsubscribe`. A text that
 * is neither that nor clearly another intent is left to a person, even if a rule guesses it.
 */
export const judge = (newText: string): Judgment => {
  const sentences = sentencesOf(newText)
  const wishes = sentences.map(wishIn)
  if (wishes.includes('clear'))
    return { intent: 'unsubscribe', isClear: true, ...(holdsMore(sentences, wishes) && { hasMore: true }) }
  const own = sentences.filter(({ isAfterWords }) => !isAfterWords)
  const intent = intentIn(own)
  const isForPerson =
    intent === undefined || wishes.includes('unclear') || own.some(hasHint) || sentences.some(isOfThem)
  const isPartlyUnknown = own.some(isForeign) && !own.every((one) => isForeign(one) || isCourtesy(one.text))
  if (isForPerson || isPartlyUnknown) return { intent, isClear: false }
  return { intent, isClear: intent === 'interested' || !own.some(({ text }) => no.test(text) && isAboutMail(text)) }
}

type Wish = ReturnType<typeof wishIn>

/** True if a mail has more than its wish. If only a notice has the wish, the rest of the notice counts as more. */
const holdsMore = (sentences: readonly Sentence[], wishes: readonly Wish[]): boolean => {
  const first = sentences.findIndex(({ isAfterWords }, at) => wishes[at] === 'clear' && !isAfterWords)
  return sentences.some((one, at) =>
    one.isAfterWords
      ? first === -1 && one.isInNotice && wishes[at] === undefined && wordsIn(one.text) >= 4
      : isMore(one, wishes[at], first === -1 || at < first),
  )
}

/** True if a sentence holds more than a wish. After a wish, words without a known intent may be the sender's name and post. */
const isMore = (sentence: Sentence, wish: Wish, isBefore: boolean): boolean => {
  if (wish !== undefined) return wish === 'unclear'
  const { text } = sentence
  const intent = intentIn([sentence])
  if (intent === 'interested' || intent === 'not_now') return true
  if (hasHint(sentence) || (no.test(text) && isAboutMail(text))) return false
  if (intent === 'question') return true
  return intent === undefined && isBefore && wordsIn(text) >= 4 && !isCourtesy(text)
}

const wordsIn = (text: string) => text.split(' ', 4).length

const hasHint = ({ text, isForReader }: Sentence) => !isForReader && hints.test(text)
const isOfThem = ({ text, isForReader }: Sentence) => !isForReader && mine.test(text)
const isAboutMail = (text: string) => mail.test(text)

/** The intent of a report or of a program's answer; undefined without one. */
export const intentOfKind = (kind: Exclude<MessageKind, 'reply'>, newText: string): MessageIntent | undefined => {
  if (kind === 'unsubscribe' || kind === 'complaint') return 'unsubscribe'
  if (kind === 'bounce') return undefined
  return intentIn(sentencesOf(newText)) === 'out_of_office' ? 'out_of_office' : 'other'
}
