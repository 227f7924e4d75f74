const listOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words of both languages that carry no claim about a company. */
export const smallWords = listOf(`
  a about across after again all already also an and another any are as at be because been before between both but by can
  could did do does during each even every few for from had has have he her here him his how i if in into is it its just
  less like many may me might more most must my no not now of off on once only or other our ours out over per shall she
  should since so some still such than that the their them then there these they this those through to today too under up
  us very was we were what when where which while who why will with within without would yes you your yours
  aber alle allen aller alles als am an auch auf aus bei beim bis bitte da dass dein deine dem den denn der des dich die
  dies diese diesem diesen dieser dieses dir dort du durch ein eine einem einen einer eines er es euch euer eure eurer für
  gegen gern gerne haben hat hatte heute hier ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer ins ist ja jede
  jeden jeder jedes jetzt kann kein keine keinem keinen keiner können könnte könnten man mehr mein meine mich mir mit muss
  müssen nach nein nicht noch nur ob oder ohne schon sehr sein seit sich sie sind so soll sollen um und uns unser unsere
  unserem unseren unserer unseres unter viele vielen vom von vor wann war waren warum was weil welche welcher welches wenn
  wer werden wie will wir wird wo wollen würde würden während zu zum zur zwischen über`)

/** Words after which a German noun is no name: articles, pronouns, and prepositions that contain an article. */
export const germanArticles = listOf(`
  am ans beim das dem den der des die dies diese diesem diesen dieser dieses dein deine deinem deinen deiner ein eine einem
  einen einer eines euer eure eurem euren eurer fürs ihr ihre ihrem ihren ihrer ihres im ins jede jedem jeden jeder jedes
  kein keine keinem keinen keiner mein meine meinem meinen meiner unser unsere unserem unseren unserer unseres vom welche
  welchem welchen welcher welches zum zur`)

/** Every word in a greeting or at the end of a letter, beside names. */
export const greetingWords = listOf(`
  afternoon all and best cheers day dear dr everyone evening for gentlemen good greetings hello hi kind ladies madam many
  morning mr mrs ms much prof reading regards sincerely sir team thank thanks there time very warm wishes you your yours
  abend aufmerksamkeit beste besten damen dank danke dr frau freundliche freundlichen für geehrte geehrter geehrtes grüß
  gruß grüße grüßen gott guten hallo herr herren herzliche herzlichen ihre ihr interesse liebe lieber liebes mit moin
  morgen prof schöne schönen sehr servus tag und viele vielen zeit zusammen`)

/** Words that make a sentence an offer to talk. */
export const talkWords = listOf(`
  answer appointment book call chat conversation demo discuss hear hearing meet meeting phone reply speak talk write
  anruf anrufen antwort antworten austausch austauschen buchen gespräch hören reden rufen rückmeldung schreiben sprechen
  telefonat telefonieren termin treffen unterhalten`)

/** Further words of such an offer: about time, place and interest. */
export const offerWords = listOf(`
  back brief calendar convenient details email explain fine forward free further get glad gladly happy hour idea interest
  interested interesting know learn let line link look looking mail matter maybe message minute minutes next online open
  perhaps pleased possible question questions quick send short show simply slot soon sounds suit suits tell time times
  tomorrow topic touch video visit week weeks welcome whether works worth
  afternoon day days monday tuesday wednesday thursday friday saturday sunday morning noon
  darauf dazu dürfen einfach einmal erfahren erklären erzählen frage fragen freue freuen hätte hätten interesse interessant
  interessiert jederzeit kalender kennen kennenlernen kurz kurze kurzem kurzen kurzer kurzes lassen lernen lust mal melden
  minuten möchte möchten möglich nachricht näher nächste nächsten nächster online passen passend passt persönlich schicken
  schnell senden stunde tag tage tagen telefon telefonisch thema uhr unverbindlich vielleicht woche wochen wäre wären zeigen
  zeit montag dienstag mittwoch donnerstag freitag morgen vormittag mittag nachmittag`)

/** Words with which a question begins. */
export const questionWords = listOf(`
  any are can could curious do does has have how interested is may might open shall should what when where which who whom
  whose why will would
  braucht brauchen darf dürfen dürfte gibt haben hat hätte hätten ist kann können könnte könnten möchten passt passen sind
  soll sollen sollte sollten wann war waren warum was welche welchen welcher welches wem wen wer wie wo wofür womit wollen
  wollten wozu wäre wären würde würden`)

/** Words that turn a question into a statement: “Did you know that …?” */
export const tellingWords = listOf(`
  aware hear heard knew know known realise realize bekannt gehört wissen wusste wussten wusstest`)

/** The sender in the first person, whose claims need a source. */
export const senderWords = listOf(`
  i me mine my our ours us we ich mein meine meinem meinen meiner mich mir uns unser unsere unserem unseren unserer unseres
  wir`)

/** Numbers as words; words for the same number are in one line. */
export const numberWords: readonly ReadonlySet<string>[] = [
  'two twice both zwei zweimal 2',
  'three thrice drei dreimal 3',
  'four vier 4',
  'five fünf 5',
  'six sechs 6',
  'seven sieben 7',
  'eight acht 8',
  'nine neun 9',
  'ten zehn 10',
  'eleven elf 11',
  'twelve dozen dozens zwölf dutzend dutzende 12',
  'thirteen dreizehn 13',
  'fourteen vierzehn 14',
  'fifteen fünfzehn 15',
  'sixteen sechzehn 16',
  'seventeen siebzehn 17',
  'eighteen achtzehn 18',
  'nineteen neunzehn 19',
  'twenty zwanzig 20',
  'thirty dreißig 30',
  'forty vierzig 40',
  'fifty fünfzig 50',
  'sixty sechzig 60',
  'seventy siebzig 70',
  'eighty achtzig 80',
  'ninety neunzig 90',
  'hundred hundreds hundert hunderte 100',
  'thousand thousands tausend tausende 1000',
  'million millions millionen 1000000',
  'billion billions milliarde milliarden 1000000000',
  'half halves halb halbe halben halber halbes hälfte halbiert halbieren 50%',
  'third thirds drittel',
  'quarter quarters viertel',
  'double doubled doubles doppelt doppelte doppelten verdoppelt',
  'triple tripled triples dreifach verdreifacht',
  'percent prozent %',
].map(listOf)

/** Words with which a sender praises itself, and how further ones begin. */
export const boastWords = listOf('best won')
export const boastStems: readonly string[] = `
  award biggest certif cheapest fastest finest foremost guarantee largest leading prize trusted unique unmatched winner
  winning
  ausgezeichnet auszeichnung einzigartig führend garant gewann gewonnen größte günstigste marktführ preisgekrönt schnellste
  zertifi`
  .trim()
  .split(/\s+/)
