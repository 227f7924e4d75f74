import { sentencesOf } from './sentences.ts'
import { wishIn } from './wishes.ts'

/** The words of a language for a wish about a company, as small letters without accents. */
interface CompanyWords {
  /** The sender's company, or all people there. */
  readonly company: string
  /** To take off a list. */
  readonly remove: string
  /** A "no". */
  readonly no: string
  /** To write to people. */
  readonly contact: string
}

const languages: readonly CompanyWords[] = [
  {
    company:
      '(?:our|my|the whole|this) (?:whole |entire )?(?:company|organi[sz]ation|business|firm|domain|team|office|staff|colleagues|employees)|(?:any|no)(?:one|body| one) (?:else )?(?:here|(?:at|in|from) (?:this|our|my) [a-z]+)|any of us|all of us',
    remove: 'remove|delete|erase|strike|unsubscribe|take .{1,60} off',
    no: "not|\\w+n't|dont|never|stop|no",
    contact: 'contact|write|e-?mail|mail|send|message|hear',
  },
  {
    company:
      'unser\\w* (?:\\w+ )?(?:firma|unternehmen|betrieb|organisation|haus|domain|domane|team|kolleg\\w*|mitarbeiter\\w*)|niemand\\w* (?:hier|bei uns|in unser\\w*)|keine[mnr]? (?:hier|bei uns|von uns)',
    remove: 'streich\\w*|loe?sch\\w*|entfern\\w*|nehm\\w*|austrag\\w*|abmeld\\w*',
    no: 'nicht|nie|niemand\\w*|keine[mnrs]?',
    contact: 'schreib\\w*|kontakt\\w*|mailen|send\\w*|schick\\w*|horen|anschreib\\w*',
  },
  {
    company:
      '(?:notre|nos) (?:societe|entreprise|domaine|organisation|equipe)|personne (?:ici|chez nous)|nos (?:collegues|collaborateurs|employes)',
    remove: 'supprim\\w*|retir\\w*|enlev\\w*|radi\\w*|desinscri\\w*|desabonn\\w*',
    no: 'ne|plus|personne|aucun\\w*|cessez|arretez',
    contact: 'contact\\w*|ecri\\w*|envo\\w*|sollicit\\w*',
  },
  {
    company:
      'nuestra (?:empresa|compania|organizacion)|nuestro (?:dominio|equipo)|nadie (?:aqui|de nuestra|de la empresa)',
    remove: 'elimin\\w*|retir\\w*|borr\\w*|quit\\w*|saqu\\w*|(?:dar|den|de) de baja',
    no: 'no|nadie|dejen?|nunca',
    contact: 'escrib\\w*|contact\\w*|envi\\w*|mand\\w*',
  },
  {
    company: 'nostra (?:azienda|societa|ditta|organizzazione)|nostro dominio|nessuno (?:qui|da noi|della nostra)',
    remove: 'cancell\\w*|rimuov\\w*|elimin\\w*|togli\\w*',
    no: 'non|nessuno|smett\\w*|mai',
    contact: 'scriv\\w*|contatt\\w*|invi\\w*|mand\\w*',
  },
  {
    company: 'nossa (?:empresa|organizacao)|nosso dominio|ninguem (?:aqui|da nossa|da empresa)',
    remove: 'remov\\w*|retir\\w*|apag\\w*|exclu\\w*|elimin\\w*',
    no: 'nao|ninguem|nunca|parem?',
    contact: 'escrev\\w*|contac?t\\w*|envi\\w*|mand\\w*',
  },
  {
    company:
      'ons (?:\\w+ )?(?:bedrijf|domein)|onze (?:\\w+ )?(?:organisatie|firma|collega\\w*)|niemand (?:hier|bij ons)',
    remove: 'verwijder\\w*|haal|schrap\\w*|schrijf .{1,60} uit',
    no: 'niet|niemand|geen|nooit|stop',
    contact: 'schrijf\\w*|benader\\w*|mail\\w*|stuur\\w*|contacteer\\w*',
  },
  {
    company: 'nasz\\w* (?:firm\\w*|organizacj\\w*|domen\\w*|spolk\\w*)|nikogo (?:z|u|od) n\\w+',
    remove: 'usun\\w*|wykresl\\w*|skresl\\w*|wypis\\w*|skasow\\w*',
    no: 'nie|nikogo|nikomu|nigdy',
    contact: 'pis\\w*|wysyl\\w*|kontakt\\w*',
  },
  {
    company:
      '(?:vart|vores|var|vort|hela|hele) (?:\\w+ )?(?:foretag\\w*|firma\\w*|virksomhed\\w*|organisation\\w*|bolag\\w*|selskap\\w*|bedrift\\w*|doman\\w*|domane)|(?:firmaet|bedriften|selskapet|domenet) vart?|(?:ingen|noen|nogen|nogon) (?:har|her|hos oss|hos os)',
    remove: 'ta bort|fjern\\w*|radera|slett?|stryk\\w*|avregistrera',
    no: 'inte|ikke|ingen|aldrig|aldri|sluta|slutt',
    contact: 'kontakt\\w*|skriv\\w*|skick\\w*|send\\w*|mejl\\w*|mail\\w*',
  },
  {
    company: '\\bnas[ie]\\w* (?:firm\\w*|spolecnost\\w*|domen\\w*)|nikomu (?:z nas|u nas)',
    remove: 'odstran\\w*|vyrad\\w*|smaz\\w*|vymaz\\w*|odhlas\\w*',
    no: 'ne\\w+|nikomu|nikoho',
    contact: '(?:ne)?(?:pis\\w*|kontakt\\w*|posil\\w*|zasil\\w*)',
  },
  {
    company:
      'yritykse\\w*mme|yritystamme|verkkotunnu\\w*mme|ketaan taalla|(?:kehenkaan|kenellekaan) (?:meilla|meista|taalla)',
    remove: 'poist\\w*',
    no: 'alkaa|ala|ei|en',
    contact: 'kirjoit\\w*|lahet\\w*|ottako|yhteytta',
  },
  {
    company:
      '(?:firma|compania|societatea|organizatia) noastra|noastra (?:firma|companie|societate)|domeniul nostru|nimeni (?:de aici|de la noi)',
    remove: 'sterge\\w*|elimin\\w*|scoate\\w*|dezabona\\w*',
    no: 'nu|nimeni|nimanui',
    contact: 'scrie\\w*|contact\\w*|trimite\\w*',
  },
]
const wordsOf = (words: string) => new RegExp(`\\b(?:${words})\\b`)
const rules = languages.map((words) => {
  const removal = wordsOf(words.remove)
  const no = wordsOf(words.no)
  const contact = wordsOf(words.contact)
  const mayEnd = (text: string) => removal.test(text) || (no.test(text) && contact.test(text))
  return { company: wordsOf(words.company), mayEnd }
})

/** True if a text may ask for no mail to the whole company of its sender; a person decides. */
export const isForCompany = (text: string): boolean => {
  const sentences = sentencesOf(text).filter(({ isForReader, isNotice }) => !isForReader && !isNotice)
  return sentences.some((sentence, at) => {
    const named = rules.filter(({ company }) => company.test(sentence.text))
    if (named.length === 0) return false
    const isWishNear = sentences.slice(Math.max(0, at - 1), at + 2).some((near) => wishIn(near) !== undefined)
    return isWishNear || named.some(({ mayEnd }) => mayEnd(sentence.text))
  })
}
