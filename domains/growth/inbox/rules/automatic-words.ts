import { folded } from './sentences.ts'

// Subjects that mail programs give to their automatic answers. Written from general knowledge: no published list was read.
const subjects = new RegExp(
  `^(?:${[
    'auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office(?: reply)?|automatische (?:antwort|reaktion)',
    'abwesenheits(?:notiz|nachricht|assistent)|abwesend|im urlaub|reponse automatique|(?:absence|absente?) du bureau',
    'respuesta automatica|fuera de la oficina|risposta automatica|fuori sede|resposta automatica|fora do escritorio',
    'automatisch (?:antwoord|bericht)|afwezig(?:heid(?:sbericht)?)?|poza biurem|(?:automatyczna odpowiedz|odpowiedz automatyczna)',
    'auto(?:matiskt? )?svar|franvar(?:o|ande)|fravaer|ikke (?:til stede|pa kontoret)|mimo kancelar|poissa toimistosta|in afara biroului|automaticka odpoved|automaattinen vastaus|raspuns automat',
  ].join('|')})(?:$|[:\uff1a ]? ?(?:[:\uff1a-]|re\\b|aw\\b))`,
)

/** True if mail programs use the subject for automatic answers. */
export const isAutomaticSubject = (subject: string): boolean => subjects.test(folded(subject.slice(0, 200)).trim())

// Words of automatic answers of an owner who left a company permanently, in the same languages.
const left = new RegExp(
  `\\b(?:${[
    "(?:has|have|i've) (?:now )?left(?:,|$| (?:the|our|this|my) (?:company|firm|organi[sz]ation|team|business|role|position))",
    '(?:am|is) no longer (?:with|at|employed|working|part of)|no longer works? (?:here|at|for|with)',
    '(?:nicht mehr|nicht langer) (?:im unternehmen|bei|fur|in unserem|tatig|beschaftigt)|ausgeschieden|(?:unternehmen|firma) verlassen',
    '(?:ne travaille|ne fais|ne fait) plus|(?:ai|a) quitte (?:la|notre|l.)|ya no (?:trabaj|form)\\w+|h[ae] dejado (?:la|nuestra) empresa',
    "non (?:lavor\\w+|fa(?:ccio)?) piu|h[ao] lasciato (?:l'azienda|la (?:ditta|societa))|(?:nao (?:trabalh\\w+|fac\\w+) mais|ja nao trabalh\\w+)",
    'sai(?:u)? da empresa|werkt? niet (?:meer|langer)|bedrijf verlaten|nie pracuj\\w+|odesz\\w+ z (?:firmy|pracy)|odszed\\w+ z (?:firmy|pracy)',
    '(?:arbetar|jobbar) inte langre|slutat (?:pa|i|hos)|(?:arbejder|jobber|arbeider) ikke (?:laengere|lenger)|(?:stoppet|sluttet) (?:i|hos|pa)',
    '(?:jiz|uz) (?:zde )?nepracuj\\w+|odesel jsem z|odesla jsem z|en (?:ole|tyoskentele) enaa|lahtenyt yrityksesta',
    'nu mai lucre\\w+|am plecat din',
  ].join('|')})`,
)

/** True if a text reports that the owner of an address has left permanently. */
export const hasLeft = (text: string): boolean => left.test(folded(text.slice(0, 4_000)))
