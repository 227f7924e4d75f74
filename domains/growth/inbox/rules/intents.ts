import type { MessageIntent } from '../../messages/rules.ts'
import type { Sentence } from './sentences.ts'

// The first that fits counts: who is away is neither interested nor not, and a "no" weighs more than a courtesy.
const rules: readonly (readonly [MessageIntent, RegExp])[] = [
  [
    'not_interested',
    /\b(?:not (?:really |currently |particularly )?interested|no (?:current |real |further )?interest|no,? thank(?:s| you)|not an? (?:good |right )?(?:fit|match)|we(?:'re| are) (?:all )?(?:set|good)|not (?:relevant|for us|something (?:we|i))|no need|(?:do not|don't) need (?:this|that|it|any)|(?:we|i)(?:'ll| will)? pass\b|kein(?:en)? (?:interesse|bedarf)|nicht interessiert|nein,? danke|nicht relevant|brauchen wir nicht|passt (?:leider )?nicht|pas interess\w*|no(?:n)? (?:gracias|grazie|merci)|non merci)\b/,
  ],
  [
    'out_of_office',
    /\b(?:out of (?:the )?office|on (?:annual |parental |sick |maternity )?(?:leave|vacation|holidays?)|away (?:until|from (?:my )?(?:mail|office|desk))|back (?:in the office )?on|nicht im buro|im urlaub|abwesend|elternzeit|wieder (?:im buro|erreichbar) (?:ab|am))\b/,
  ],
  [
    'not_now',
    /\b(?:not (?:right )?now|not at (?:the|this) (?:moment|time)|next (?:quarter|year|month)|later this year|(?:reach|circle|check|come) (?:out|back) (?:again )?in|get back to (?:me|us) in|too busy|maybe later|derzeit (?:\w+ )?nicht|momentan nicht|aktuell nicht|zur ?zeit nicht|im moment nicht|zu einem spateren|nachstes (?:jahr|quartal)|nachsten monat|spater (?:noch )?(?:ein)?mal)\b/,
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

/** A person's intent, by words that rules know in English and German; undefined for other words. */
export const intentIn = (sentences: readonly Sentence[]): MessageIntent | undefined => {
  const found = rules.find(([, words]) => sentences.some(({ text }) => words.test(text)))
  if (found) return found[0]
  return sentences.some(({ text, isQuestion }) => isQuestion && asks.test(text)) ? 'question' : undefined
}
