import { addressWord } from './sentences.ts'

/** Up to some words between two parts of a rule. */
export const words = (most: number): string => `(?:[\\w'-]+,? ){0,${most}}`

// The object of a wish: the person, or their address. A notice is about the mail instead ("delete this e-mail").
const person = `(?:me|us|this (?:e-?mail )?address|(?:the )?(?:e-?mail )?(?:address )?${addressWord})`
const theirs = `(?:my|our) ${words(2)}(?:address(?:es)?|e-?mails?(?: address(?:es)?)?|names?|company|business|organi[sz]ation|contact(?: details| info\\w*)?|details|data|info(?:rmation)?|records?|numbers?|domain|inbox|mailbox|account|firm)`
const object = `(?:${person}|${theirs})`
const lists = `(?:(?:mailing |contact |e-?mail |distribution )?(?:lists?|databases?|records|systems?|mailings?|newsletters?|campaigns?|crm|files|sequences?|contacts|inbox|e-?mails?|mails?|communications?|outreach|spam|distribution))`
const mail = `(?:e-?mails?|mails?|mailings?|messages?|newsletters?|spam|ads|advert\\w*|promotion\\w*|marketing|communications?|correspondence|contact|outreach|follow-?ups?|solicitation\\w*|junk)`
const mailing = `(?:e-?mailing|mailing|messaging|contacting|writing|sending|spamming|bothering|harassing|pestering|bugging|pinging|disturbing|annoying|soliciting|reaching out|following up|approaching|trying to (?:contact|reach|sell|e-?mail))`
const kinds = `(?:(?:any|more|further|such|your|these|this|those|that|unsolicited|of|kind|sort|marketing|cold|promotional|additional|other|future|commercial|the|all|me|us|sales|it|with|constantly|always|ever|even|to|${addressWord}) )*`

const filler = `(?:please|pls|plz|kindly|just|now|immediately|asap|at once|thanks|thank you|thx|ok|okay|hi|hello|hey|dear|sir|madam|all|everyone|guys|it|this|that|here|already|me|us|no|and|so|everything|completely|again|any ?more|right now|today|forever|you)`
const start = `^(?:${filler},? )*`
const asked = `(?:${start}|\\b(?:please|pls|plz|kindly|and|you|you to|you must|you should|can you|could you|ask to|asked to|just) )`
const notSaidByUs = `(?<!\\b(?:i|we|they|he|she|it|who|which|that|people|to)(?: [\\w']+)? )`
const notTo = `${notSaidByUs}\\b(?:do not|don't|dont|do n't|must not|may not|should not|shouldn't|never|no longer|not to)`
const iDoNot = `\\b(?:i|we)(?:'d| would| do| really)? ${words(2)}(?:do not|don't|dont|no longer|never|not|wouldn't|did not|didn't|rather not)`

/** One word, or a few, that are a whole wish. */
export const loneEnglish = [
  `${start}(?:un-?subscribe|stop+|stopp|stop ?all|cease(?: and desist)?|desist|opt-? ?out|optout|remove|quit|revoke|no more)(?:,? ${filler})*$`,
]

/** Wishes to get no mail in English, over sentences as `sentencesOf` returns them. */
export const english = [
  `\\b(?:please|pls|plz|kindly|must|want(?:ed)? (?:you )?to|wish to|like to|need to|have to|asked? to|how (?:can|do) (?:i|we)|can (?:i|we|you)|could (?:i|we|you)|would you|let me|let us|to be) (?:please |now |kindly |be )?un-?subscribed?\\b(?! (?:[\\w']+ )?(?:customers?|clients?|users?|subscribers?|people|members?|contacts|leads?|recipients?|employees)\\b)`,
  `\\bun-?subscribe ${object}\\b|\\bun-?subscribe (?:from|of|to) (?:this|your|the|all|any|these|those|every)\\b|^un-?subscribe ${words(2)}(?:please|now|immediately|thanks)$`,
  `\\b(?:i|we|me|us)\\b.{0,40}\\bopt(?:ing)?-? ?out\\b|\\bopt(?:ing)? (?:me|us|${theirs})-? ?out\\b|\\bplease opt-? ?out\\b`,
  `(?<!\\b(?:someone|somebody|help|team|developer|agency|company|partner|tool|software)(?: \\w+)? )\\b(?:remove|unlist|delist|deregister|unregister|exclude|drop|scrub|purge|strike|cross|scratch|erase|delete|omit|unsubscribe) ${object}\\b.{0,70}?\\b(?:off|out|from (?:this|your|the|any|all|future|further|everything|every|here)|${lists})\\b`,
  `\\b(?:take|get|keep|leave|count|cross|strike|cut|have) ${object} ${words(2)}(?:off|out of|out from|from|removed)(?: of)? ${words(3)}${lists}\\b|\\b(?:take|keep|get) ${object} off(?: please| now| it| this)*$`,
  `\\b(?:remove|unlist|delist|exclude|deregister) (?:me|us)\\b`,
  `${asked}(?:remove|erase|delete|destroy|purge|wipe) (?:all )?(?:of )?(?:${theirs}|${person})\\b`,
  `${asked}(?:lose|forget|discard) (?:my|our) (?:e-?mail(?: address)?|address|number|contact|name|details)`,
  `\\b(?:e-?mail|mail|address|name|number|details|data|contact|company|domain|${addressWord}) ${words(3)}(?:to be |be |being )?(?:removed|deleted|erased|taken off|unsubscribed|purged)\\b.{0,60}\\b(?:from|off|please|records|${lists})\\b`,
  `\\b(?:i|we)(?:'d)? ${words(4)}(?:to )?be (?:removed|deleted|unsubscribed|taken off|erased|excluded|forgotten|left alone)\\b`,
  `(?<!\\b(?:i|we|they|he|she|who|not)(?: [\\w']+)? )\\b(?:stop|quit|cease|refrain from|desist from|discontinue|halt|give up|knock off|cut out)(?: with| doing)? ${kinds}(?:${mailing}|${mail})\\b`,
  `\\b(?:want|ask|asking|tell|telling|request|requesting|like|need|expect|wish) ${words(1)}you (?:to |would |will |all to )(?:please )?(?:stop|quit|cease)(?! by)\\b`,
  `${notTo} ${words(3)}(?:e-?mail|mail|contact|write(?: to)?|message|bother|disturb|spam|harass|pester|approach|solicit|ping|reach out(?: to)?|follow up(?: with)?|market to|annoy|bug)(?: to)?(?: (?:${person}|my (?:inbox|company|team)|again|any ?more|any (?:further|longer)|ever|at all|in (?:the )?future)\\b|$)`,
  `${notTo} (?:[\\w']+ )?send(?: (?:me|us|to this address|${addressWord}))? ${kinds}(?:anything|any ?more|again|further|more|${mail})\\b`,
  `${iDoNot} ${words(2)}(?:want|wish|like|care|need|desire|consent|agree|rather|prefer|be|hear|receive) ?(?:to )?(?:be |being |get |getting )?(?:e-?mailed|contacted|mailed|messaged|approached|bothered|disturbed|spammed|solicited|marketed to|written to|on (?:your|this|the|any) ${words(2)}list|part of (?:your|this))\\b`,
  `${iDoNot} ${words(2)}(?:want|wish|like|care|need|desire|consent|agree|rather|prefer)(?: to)? (?:hear|hearing) (?:from|anything|any|more|again)\\b`,
  `${iDoNot} ${words(2)}(?:want|wish|like|care|need|desire|consent|agree|rather|prefer)(?: to| for)? (?:(?:receive|receiving|get|getting|have|having|see|seeing) )?${kinds}(?:${mail}|anything (?:else |more )?from you)\\b`,
  `\\b(?:not interested|no interest|no desire) in (?:receiving|getting|hearing|being (?:contacted|e-?mailed|on)|(?:any )?(?:more|further) ${kinds}${mail})\\b`,
  `\\b(?:i|we) (?:[\\w']+ )?(?:want|wish|need|desire|would like|'d like) no (?:(?:more|further|such|part of|unsolicited) )*${mail}\\b`,
  `(?<!\\b(?:are|were|is|was|received|got|get|have|has|had|see|saw|seen|find|found|contains?|with) )\\bno (?:more|further|additional|such) ${kinds}${mail}\\b`,
  `${start}no ${kinds}${mail}(?:,? ${filler})*$`,
  `\\bleave (?:me|us) (?:alone|be|in peace)\\b|\\bleave (?:me|us) out of (?:this|your|it)\\b`,
  `${start}(?:go away|get lost|piss off|fuck off|bugger off|buzz off|sod off|get out of my inbox)\\b.{0,40}$`,
  `\\b(?:i|we)(?: hereby| strongly| also| formally)? (?:object|withdraw|revoke|oppose|decline|refuse)\\b.{0,60}\\b(?:processing|use of|using|data|marketing|advertis\\w+|consent|permission|e-?mails?|mails?|contact\\w*|communications?|profiling|storage)\\b`,
  `\\b(?:exercis\\w+|invok\\w+|request\\w*|my|our)\\b.{0,40}\\b(?:right (?:to|of) (?:object|erasure|be forgotten|deletion|opt)|(?:erasure|deletion) of (?:my|our|all))\\b`,
  `\\b(?:add|put) (?:${object}) (?:on|to|in|onto) (?:your |the |a )?(?:do[- ]not[- ](?:contact|mail|e-?mail|call)|suppression|opt-?out|block|black|no-?contact)`,
  `\\b(?:cancel|end|terminate|discontinue|stop) (?:my|our|this) (?:subscription|membership)\\b`,
  `\\b(?:appreciate|grateful|prefer|rather)\\b.{0,40}\\b(?:not (?:be|being|to be|receiving|to receive|contact\\w*|hear\\w*|get\\w*)|no (?:more|further)|stop(?:ped)?|didn't|wouldn't)\\b.{0,40}\\b(?:contact\\w*|e-?mail\\w*|mail\\w*|send\\w*|writ\\w+|from you|messages?)\\b`,
]
