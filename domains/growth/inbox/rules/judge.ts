import { unsubscribeWords, type MessageIntent, type MessageKind } from '../../plays/rules.ts'

export interface ReplyHeaders {
  readonly autoSubmitted?: string | undefined
  readonly precedence?: string | undefined
  /** Names of the headers of the mail, in lower case. */
  readonly names: ReadonlySet<string>
}

const autoSubject =
  /^\s*((re|aw|antw)\s*:\s*)*(auto(matic|mated)?[\s:-]*(reply|response|answer|antwort)|automatische (antwort|rückmeldung)|abwesenheit(s(notiz|nachricht|meldung|assistent))?\b|out of (the )?office|ooo\b|(i am|i'm) (away|out of|on vacation)|away from (my )?(mail|office|desk)|nicht (im büro|am arbeitsplatz)|im urlaub|ich bin (abwesend|im urlaub|nicht))/iu

/** Whether a program answered. Source: RFC 3834, sections 2 and 5. */
export const isAutoReply = ({ autoSubmitted, precedence, names }: ReplyHeaders, subject: string): boolean => {
  const submitted = autoSubmitted?.split(';')[0]!.trim().toLowerCase()
  if (submitted !== undefined && submitted !== '' && submitted !== 'no') return true
  if (/^\s*auto_reply\s*$/i.test(precedence ?? '')) return true
  if (['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-reply'].some((name) => names.has(name))) return true
  return autoSubject.test(subject.slice(0, 500))
}

const optOuts = [
  /\bunsubscribe\b/iu,
  /\bopt(ing)?[\s-]?(me\s+)?out\b/iu,
  /\b(remove|delete|take)\s+(me|us|my|our|this)\b.{0,60}\b(list|lists|database|mailing|e-?mails?|address|contacts?|off)\b/iu,
  /\bremove me\b/iu,
  /\b(stop|quit|cease)\s+((e-?)?mailing|(e-?)?mails|writing|contacting|sending|messaging|spamming)\b/iu,
  /\b(do not|don['’]?t|never|no longer)\s+(ever\s+)?(e-?mail|contact|write( to)?|message|send)\s+(me|us|any|anything|further|more)\b/iu,
  /\bno (more|further) (e-?)?(mails?|messages)\b/iu,
  /\b(please )?leave (me|us) alone\b/iu,
  /\b(abmelden|abbestellen|austragen)\b/iu,
  /\b(melde[nt]?|tragt?|trage[nt]?|nehmt?|nehmen|streichen?|streicht|löschen?|löscht|entfernen?|entfernt)\s+(sie\s+)?(mich|uns|meine|unsere)\b.{0,80}\b(ab|aus|verteiler|liste|adresse|daten|kontakte?)\b/iu,
  /\bkeine?\s+(weiteren?|mehr)\s+.{0,20}(e-?mails?|mails?|nachrichten|werbung|anfragen|kontaktaufnahme)\b/iu,
  /\bkeine\s+(e-?mails?|mails?|nachrichten|werbung)\s+mehr\b/iu,
  /\b(schreiben|kontaktieren|mailen|senden|schicken)\s+(sie\s+)?(mir|mich|uns)\s+(bitte\s+)?(nicht|nie|nichts|keine)\b/iu,
  /\b(nicht|nie)\s+(mehr|wieder|weiter)\s+(an)?(geschrieben|schreiben|kontaktieren|kontaktiert|zu kontaktieren)\b/iu,
  /\bwiderspreche\b.{0,80}\b(nutzung|verarbeitung|werbung|daten|kontaktaufnahme|zusendung)\b/iu,
  /^\s*(please\s+|bitte\s+)?(stop+|stopp)[\s.!]*$/imu,
]
// Only where it denies the wish itself: "I did not sign up, unsubscribe me" is one.
const denied =
  /\b((do not|don['’]?t|did not|didn['’]?t|will not|won['’]?t|not going to|never)\s+((want|wish|need|plan|intend)\s+to\s+)?(unsubscribe|opt(ing)?[\s-]?out)|(nicht|nie)\s+(abmelden|abbestellen|austragen))\b/giu

// Our own words, where a program quotes our mail without a mark, and links are no wish of the person.
const ours = new RegExp(`${Object.values(unsubscribeWords).join('|')}|https?://\\S+`, 'giu')

/** Whether a person wants no more mail, by what they wrote themselves: `newText` has no quoted words in it. */
export const wantsNoMail = (newText: string): boolean => {
  const text = newText.slice(0, 20_000).replaceAll(ours, ' ').replaceAll(denied, ' ')
  return optOuts.some((words) => words.test(text))
}

const outOfOffice =
  /\b(out of (the )?office|on (annual |parental |sick )?(leave|vacation|holiday)|away until|back (in the office )?on|nicht im büro|im urlaub|abwesend|elternzeit|wieder (im büro|erreichbar) (ab|am))\b/iu
const rules: readonly (readonly [MessageIntent, RegExp])[] = [
  [
    'not_interested',
    /\b(not interested|no interest|no,? thank(s| you)|not a (good )?fit|we('re| are) (all )?(set|good)|not (relevant|for us)|no need|kein(en)? (interesse|bedarf)|nicht interessiert|nein,? danke|nicht relevant|passt (leider )?nicht)\b/iu,
  ],
  [
    'not_now',
    /\b(not (right )?now|not at (the|this) (moment|time)|next (quarter|year|month)|later this year|(reach|circle|check) (out|back) (again )?in|too busy|maybe later|derzeit nicht|momentan nicht|aktuell nicht|zur ?zeit nicht|im moment nicht|zu einem späteren|nächstes (jahr|quartal)|nächsten monat|später (noch )?(ein)?mal)\b/iu,
  ],
  [
    'interested',
    /\b(i('m| am)|we('re| are)) interested\b|\b(sounds (good|great|interesting)|tell me more|let('s| us) (talk|meet|schedule)|(book|schedule|set up) a (call|meeting)|happy to (talk|chat|meet)|send (me|us) more|klingt (gut|interessant|spannend)|(habe|haben|hätte|hätten) interesse|sind interessiert|bin interessiert|gerne? (mehr|sprechen|telefonieren|treffen)|termin (vereinbaren|ausmachen)|melden sie sich gerne?)\b/iu,
  ],
]

/** What a reply says, by its own words; undefined where the rules do not tell. */
export const intentOf = (kind: MessageKind, newText: string): MessageIntent | undefined => {
  const text = newText.slice(0, 20_000)
  if (kind === 'unsubscribe' || kind === 'complaint') return 'unsubscribe'
  if (kind === 'bounce') return undefined
  if (kind === 'auto_reply') return outOfOffice.test(text) ? 'out_of_office' : 'other'
  const found = rules.find(([, words]) => words.test(text))
  if (found) return found[0]
  return /\?(\s|$)/u.test(text) ? 'question' : undefined
}
