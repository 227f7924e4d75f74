// Ways to write no, and to write later, in each language beside English and German, whose other answers are known too:
// small letters without accents. Written from general knowledge of these languages.
const languages = [
  {
    no: "non,? merci|ne (?:nous |m')interesse\\w* pas|(?:n'est|ne suis|ne sommes) pas interess\\w*|pas interess\\w*|aucun interet",
    later: "pas maintenant|plus tard|en ce moment|pour l'instant|l'annee prochaine|recontact\\w*",
  },
  {
    no: 'no,? (?:muchas )?gracias|no (?:me|nos|le|les) interesa\\w*|no (?:estoy|estamos) interesad\\w+|ningun interes',
    later: 'ahora no|mas (?:adelante|tarde)|en este momento|por (?:ahora|el momento)|proximo (?:ano|mes)',
  },
  {
    no: 'no,? grazie|non (?:mi|ci) interess\\w+|non (?:sono|siamo) interessat\\w|nessun interesse',
    later: 'non (?:adesso|ora)|piu (?:avanti|tardi)|al momento|per ora|(?:anno|mese) prossimo',
  },
  {
    no: 'nao,? (?:muito )?obrigad[oa]|nao (?:tenho|temos|ha) interesse|nao (?:me|nos) interessa\\w*|nao est(?:ou|amos) interessad\\w+',
    later: 'agora nao|mais tarde|de momento|neste momento|por (?:agora|enquanto)|proximo (?:ano|mes)',
  },
  {
    no: 'nee,? (?:dank\\w*|bedankt|hartelijk dank)|geen (?:interesse|belangstelling|behoefte)|niet geinteresseerd',
    later: 'nu niet|later (?:nog|dit|eens)|op dit moment|momenteel|volgend (?:jaar|kwartaal)|volgende maand',
  },
  {
    no: 'nie,? dziekuj\\w+|nie (?:jestem|jestesmy) zainteresowan\\w+|brak zainteresowania|nie interesuje (?:mnie|nas)',
    later: 'nie teraz|pozniej|w tej chwili|na razie|obecnie|w przyszlym (?:roku|miesiacu)',
  },
  {
    no: 'n(?:ej|ei),? (?:tack|takk?)|(?:inte|ikke) (?:\\w+ )?int(?:e)?ress(?:e)?r\\w+|(?:inget|ingen) (?:intresse|interesse)',
    later:
      '(?:inte|ikke) na|(?:inte|ikke) nu|senare|senere|just nu|lige nu|akkurat na|for (?:narvarande|tiden|oyeblikket)|naesta ar|naeste ar|nasta ar|neste ar',
  },
  {
    no: 'ne,? dekuj\\w*|nem(?:am|ame) (?:\\w+ )?zajem|bez zajmu|nezajima (?:me|nas)',
    later: 'ted ne|pozdeji|momentalne|v tuto chvili|zatim|pristi (?:rok|mesic)',
  },
  {
    no: 'ei,? kiitos|(?:en|emme) ole kiinnostun\\w+|ei kiinnosta',
    later: 'ei nyt|myohemmin|juuri nyt|talla hetkella|ensi (?:vuonna|kuussa)',
  },
  {
    no: 'nu,? (?:multumesc|multumim)|nu (?:sunt|suntem) interesa\\w+|nu (?:ma|ne) intereseaza',
    later: 'nu acum|mai tarziu|momentan|in acest moment|deocamdata|(?:anul|luna) viito\\w+',
  },
]
const anyOf = (words: readonly string[]) => new RegExp(`\\b(?:${words.join('|')})\\b`)

/** A "no" in a language of which the rules know few other words. */
export const foreignNo = anyOf(languages.map(({ no }) => no))
/** A "later" in such a language. */
export const foreignLater = anyOf(languages.map(({ later }) => later))
