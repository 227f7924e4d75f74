import { type Sentence, addressWord } from './sentences.ts'
import { english, loneEnglish, words } from './wishes-english.ts'

// The objects of a wish.
const polish = `(?:mnie|nas|moj\\w* (?:adres|dane|e-?mail)\\w*|nasz\\w* (?:adres|dane)\\w*|ten adres|${addressWord})`
const nordic = `(?:mig|meg|oss|os|min (?:e-?post|e-?mail|mail)?(?:adress\\w*)?|mitt|(?:e-?post|e-?mail|mail)?adress?en min|(?:den har |den |denna |denne )adress?(?:en|e)?|${addressWord})`
const nordicMail =
  '(?:mejl|mails?|e-?post(?:er)?|e-?mails?|meddelanden|meldinger|beskeder|utskick|ny(?:hets|heds)brev(?:e)?)'

// A word that asks kindly can stand in any place of a sentence.
const kindly =
  / ?\b(?:s'il (?:vous|te) plait|svp|por favor|per (?:favore|piacere|cortesia)|alstublieft|aub|prosze|prosim|vanligen|venligst|vennligst|va (?:rog|rugam))\b,?/g

/** The usual wishes to get no mail in more languages of Europe, over sentences as `sentencesOf` returns them. */
const others = [
  // To be taken off: French, Spanish, Italian, Portuguese, Swedish and its neighbours, Czech, Romanian
  `\\b(?:etre (?:retire|supprime|desinscrit|desabonne|radie)\\w*|ser (?:eliminad|borrad|retirad|removid|excluid|apagad)\\w*|essere (?:rimoss|cancellat|eliminat|disiscritt|tolt)\\w*|(?:bli|blive) (?:borttag|fjern|slett|radera|avregistrer|avmeld)\\w*|byt (?:vyraz|odstran|vymaz|odhlas)\\w*|fi(?:u|m) (?:sters|stersi|eliminat|scos|scosi|dezabonat)\\w*)\\b.{0,40}\\b(?:list\\w*|fichiers?|bases?|database\\w*|archivi\\w*|elenc\\w*|regist\\w*|seznam\\w*|databaz\\w*|newsletter\\w*)\\b`,
  // French
  `\\b(?:desabonn|desinscri)\\w*-? ?(?:moi|nous)\\b|\\b(?:me|nous|m') ?(?:desabonner|desinscrire|retirer|supprimer|enlever|radier)\\b|^(?:merci de |veuillez )?(?:desabonn|desinscri)\\w*$`,
  `\\b(?:supprim|retir|enlev|effac)\\w*(?:-| )(?:moi|nous|mon|mes|ma|notre|nos|cette adresse|${addressWord})\\b.{0,40}\\b(?:liste\\w*|base\\w*|adresse\\w*|donnees|fichier\\w*|mail\\w*|contacts?|coordonnees|${addressWord})\\b`,
  `\\b(?:supprim|retir|enlev|effac|radi)\\w* cette adresse\\b(?! (?:ip|web)\\b)`,
  `\\bne (?:me|nous|m') ?(?:contact|envo|ecri|sollicit|derang|recontact)\\w* (?:plus|pas)\\b|\\bne plus (?:me |nous |m'|jamais )?(?:contact|ecri|envo|recevoir|sollicit|derang|recontact)\\w*`,
  `\\b(?:arretez|cessez|stoppez|arrete) (?:immediatement )?(?:de (?:me |nous |m')?(?:contact|envoy|ecri|sollicit|spam|derang|harcel)\\w*|d'(?:envoy|ecri)\\w*|(?:vos|les|ces) (?:mails?|e-?mails?|courriels?|messages?|envois|spams?|sollicitations?))`,
  `\\bne (?:veux|voulons|voudrais|voudrions|souhaite|souhaitons|souhaiterais|desire|desirons) (?:plus|pas) .{0,30}\\b(?:recevoir .{0,40}(?:mails?|e-?mails?|courriels?|messages?|de vous|votre part)|(?:etre )?(?:contact|sollicit|derang)\\w*|vos (?:mails?|e-?mails?|courriels?|messages?))\\b`,
  `^(?:merci,? |svp,? |s'il vous plait,? )*plus (?:de |d'|aucun )(?:mails?|e-?mails?|courriels?|messages?|pub\\w*)\\b|\\blaisse(?:z)?(?:-| )(?:moi|nous) tranquilles?\\b`,
  // Spanish
  `\\b(?:dar|de|den|dadme|deme|denme|denos|darme|darnos|dame|danos) (?:me |nos )?de baja\\b|\\b(?:elimin|borr|quit|saqu|remuev)\\w*(?:me|nos)\\b|\\b(?:elimin|borr|quit|saqu|retir)\\w* (?:mi (?:correo|direccion|e-?mail|contacto|nombre)|mis datos|nuestr\\w+ (?:correo|direccion|datos)|este correo|esta direccion|${addressWord})\\b`,
  `\\bno (?:me|nos) (?:contact|escrib|envi|mand|molest)\\w*|\\bdejen? de (?:enviar|escribir|contactar|molestar|mandar)\\w*|\\bno (?:quiero|deseo|queremos|deseamos) .{0,30}\\b(?:recibir .{0,30}(?:correos?|mensajes?|e-?mails?|publicidad)|mas (?:correos?|mensajes?|e-?mails?)|ser contact\\w*|que me (?:contact|escrib|envi)\\w*)\\b`,
  `\\bno (?:envie|mande|escriba)n? ?mas\\b|^(?:por favor,? )?no mas (?:correos?|mensajes?|e-?mails?|publicidad)\\b|\\b(?:cancel|anul)\\w+ (?:mi|la) suscripcion\\b|\\bque (?:me|nos) (?:borr|elimin|quit|retir|saqu)\\w+ de\\b`,
  // Italian
  `\\b(?:cancell|rimuov|elimin|disiscriv)\\w*(?:temi|teci|etemi|eteci|ermi|erci|armi|arci)\\b|\\b(?:togli|lev)\\w*(?:mi|ci) (?:da|dal|dalla|dalle|dai|dagli) .{0,30}\\b(?:list\\w*|elenco|elenchi|newsletter|database|archivi\\w*|rubrica|indirizzario)\\b|\\b(?:mi|ci) (?:cancelli|rimuova|elimini|tolga|disiscriva)\\b|\\b(?:cancell|rimuov|elimin|togli)\\w* (?:il mio|la mia|i miei|il nostro|i nostri|la nostra|questo(?= indirizzo)|${addressWord}) ?(?:indirizzo|e-?mail|dati|contatto|nome|nominativo|${addressWord})?\\b`,
  `\\b(?:non|smett\\w+ di|smettetela di) (?:mi |ci )?(?:scrivetemi|scriveteci|contattatemi|contattateci|inviatemi|inviateci|mandatemi|scrivermi|scriverci|contattarmi|contattarci|inviarmi|inviarci|mandarmi|disturbatemi|disturbarmi|mi scriva|mi contatti|ci contatti)\\b|\\bnon (?:desider|vogli|intend)(?:o|iamo) .{0,30}\\b(?:ricevere .{0,40}(?:mail|e-?mail|messaggi|comunicazioni|nulla|niente)|essere contattat\\w)\\b|^basta(?: mail| e-?mail| spam| messaggi| pubblicita)$|\\blasc\\w+(?:mi|ci) in pace\\b`,
  // Portuguese
  `\\b(?:remov|exclu|retir|descadastr|apag)\\w*(?:-| )(?:me\\b|nos\\b|(?:o |a )?(?:meu|minha|meus|nosso|nossa|este) (?:e-?mail|endereco|dados|nome|contato)|${addressWord})|\\bme (?:remov|retir|exclu|descadastr|tir)(?:a|am|e|em|er)\\b|\\b(?:cancel|anul)\\w+ (?:a )?(?:minha|nossa) (?:inscricao|subscricao|assinatura)\\b`,
  `\\bnao (?:me|nos) (?:contat|contact|envi|escrev|mand|perturb)\\w*|\\bnao (?:quero|queremos|desejo|desejamos|gostaria|gostariamos) .{0,30}\\b(?:receber .{0,30}(?:e-?mails?|mensagens)|ser contat\\w*|mais (?:e-?mails?|mensagens))\\b|\\b(?:pare|parem|deixe|deixem) de (?:me |nos )?(?:enviar|mandar|escrever|contat\\w+|contact\\w+)\\b`,
  // Dutch
  `\\b(?:schrijf|meld|haal|verwijder|gooi) (?:me|mij|ons|mijn (?:e-?mail)?(?:adres|gegevens)?|dit adres|${addressWord}) .{0,40}\\b(?:uit|af|van|lijst)\\b|\\bverwijder (?:me|mij|ons|mijn (?:e-?mail)?(?:adres|gegevens))\\b|\\b(?:me|mij|ons) .{0,40}\\b(?:uitschrijven|afmelden|verwijderen|uit te schrijven|af te melden|te verwijderen)\\b|\\b(?:mijn|onze) (?:gegevens|(?:e-?mail)?adres(?:sen)?) (?:te )?verwijderen\\b|^(?:graag |gelieve )?(?:uitschrijven|afmelden|uitschrijving)(?: graag| aub)?$`,
  `\\b(?:stuur|mail|contacteer|benader|schrijf) (?:me|mij|ons) (?:aub |alstublieft )?(?:niet|geen|nooit|niets)\\b|\\bgeen ${words(2)}(?:e-?mails?|mails?|berichten|reclame|nieuwsbrieven|spam) (?:meer|sturen|aub|alstublieft|te sturen)\\b|\\bstop(?:pen)? met (?:mailen|sturen|e-?mailen|schrijven|het sturen)\\b`,
  `\\b(?:wil|willen|wens|wensen) (?:ik |wij |we )?(?:geen|niet|niets) .{0,40}\\b(?:e-?mails? (?:meer|van|ontvangen)|mails? (?:meer|van|ontvangen)|(?:meer )?(?:benaderd|gemaild|gecontacteerd)|berichten (?:meer|van|ontvangen)|meer ontvangen)\\b|\\blaat (?:me|mij|ons) met rust\\b`,
  // Polish
  `\\b(?:usun|wypis|wykresl|skresl|skasow)\\w* ${polish}\\b|\\b(?:prosze|prosimy) ${polish} (?:\\w+ ){0,4}(?:usun|wypis|wykresl|skresl|skasow)\\w*|\\bo (?:usuniecie|wypisanie) (?:mnie|nas|mo[ij]\\w*|nasz\\w*|z (?:listy|bazy))\\b|\\b(?:prosze|prosimy) .{0,20}\\bnie (?:pisac|wysylac|przysylac|kontaktowac)\\b|\\bnie (?:piszcie|wysylajcie|przysylajcie|kontaktujcie)\\b|\\b(?:przestan\\w*) .{0,20}\\b(?:pis|wysyl|przysyl|kontakt|neka)\\w*|\\bnie (?:zycze|zyczymy|chce|chcemy|chcialbym|chcialabym|chcielibysmy) (?:sobie )?.{0,40}\\b(?:(?:e-?)?maili|wiadomosci|kontaktu|otrzymywac|dostawac)\\b`,
  // Swedish, Danish and Norwegian
  `\\b(?:ta bort|fjern|radera|slett|slet|stryk|meld|afmeld|avmeld|avregistrera|avprenumerera) ${nordic}\\b|^(?:avregistrera|avprenumerera|avmeld|afmeld)(?: tack| tak| takk)?$|\\bta (?:mig|meg|oss) (?:bort|av|ut av|ur|fra|fran) .{0,30}list\\w*|\\b(?:jeg|vi) (?:vil|onsker) (?:\\w+ ){0,2}(?:afmeldes|avmeldes|slettes|fjernes)\\b`,
  `\\b(?:sluta|slutt|slut|stopp?|lad vaere|la vaere) (?:med )?(?:att |a |at )?(?:mejla|maila|skicka|kontakta|skriva|sende|maile|kontakte|skrive|spamma|spamme)\\b|\\b(?:kontakta|mejla|maila|skriv|send|kontakt) (?:mig |meg |oss |os )?(?:inte|ikke|aldrig|aldri)\\b|\\b(?:ikke|aldri) (?:kontakt|send|skriv til) (?:mig|meg|oss|os)\\b|\\b(?:inga|ingen|ikke) (?:fler|flere) ${nordicMail}\\b`,
  `\\b(?:vill|onskar|vil|onsker) (?:inte|ikke) (?:(?:langre|laengere|lenger|att|at|a) )*(?:ha|fa|faa|ta emot|modtage|motta) (?:(?:fler|flere|mer|mere|nagra|noen|nogen) )*${nordicMail}\\b`,
  // Czech
  `\\b(?:odhlas|vyrad|vymaz|smaz|odstran)\\w* (?:si )?(?:me|mne|nas|moj\\w*|mou|muj|tuto adresu|tento kontakt|${addressWord})\\b|\\b(?:uz|jiz|vice) (?:mi|nam|me|nas) (?:prosim )?(?:nepis|nezasil|neposil|nekontakt)\\w*|\\b(?:nepiste|nezasilejte|neposilejte|nekontaktujte)\\b|\\b(?:nechci|nechceme) .{0,30}\\b(?:dostavat|e-?maily)\\b|\\bo (?:me )?odhlaseni(?: z (?:odber|newsletter|seznam)\\w*)?$|\\bnepreji? si .{0,30}\\b(?:dostavat|e-?maily|kontakt\\w*)\\b`,
  // Finnish
  `\\bpoist\\w* (?:minut|meidat|osoitteeni|osoitteemme|tietoni|tietomme|sahkopostiosoitteeni|yhteystietoni|yhteystietomme|tama osoite|${addressWord})\\b|\\botta\\w* (?:minut|meidat) pois (?:posti\\w*)?lista\\w*|\\b(?:alka\\w*|ala) (?:enaa )?(?:lahetta\\w*|ottako|kirjoittako)\\b|\\ben halua (?:enaa )?.{0,40}\\b(?:viesteja|postia|sahkopost\\w*)\\b|\\bperuut\\w* tilaukseni\\b`,
  // Romanian
  `\\b(?:sterge|dezabona|elimina|scoate)\\w*-(?:ma|ne)\\b|\\b(?:sa )?(?:stergeti|eliminati|scoateti) (?:adresa (?:mea|noastra)|datele (?:mele|noastre)|aceasta adresa|${addressWord})\\b|\\bsa (?:ma|ne) (?:stergeti|eliminati|scoateti|dezabonati|dezabonez|dezabonam)\\b|\\bnu(?: imi|-mi|-ne| ne) mai (?:scri|trimit|contact)\\w*|\\bnu (?:ma|ne) mai contact\\w*|\\bnu (?:mai )?(?:vreau|doresc|vrem|dorim) sa (?:mai )?(?:primesc|primim|fiu contactat\\w*)\\b`,
]

// How each language points at one mail or file, and its words for a list of addresses. Written from general knowledge
// of these languages: no published list was read.
const languages = [
  {
    these: 'this|the',
    nouns: 'e-?mail|mail|message|file|communication|transmission|attachment',
    lists: 'list|database',
  },
  {
    these: 'dies\\w*|die|das',
    nouns: 'e-?mail|mail|nachricht|mitteilung|datei|anhang',
    lists: 'liste|verteiler|datenbank',
  },
  { these: 'ce|cet|le|la', nouns: 'e-?mail|mail|courriel|message|fichier|piece jointe', lists: 'listes?|bases?' },
  { these: 'este|esta|ese|el', nouns: 'correo|mensaje|e-?mail|mail|archivo|comunicacion', lists: 'listas?|base' },
  {
    these: 'questo|questa|quest|il|la',
    nouns: "messaggio|e-?mail|mail|'?allegato|comunicazione|file|documento",
    lists: 'lista|liste|elenco|database',
  },
  { these: 'este|esta|o|a', nouns: 'e-?mail|mail|mensagem|correio|arquivo|ficheiro|anexo', lists: 'listas?|base' },
  { these: 'dit|deze|de|het', nouns: 'bericht|e-?mail|mail|bestand|bijlage', lists: 'lijst|mailinglijst|bestand' },
  { these: 'te|ta|ten|niniejsz\\w*', nouns: 'wiadomosc|e-?mail|mail|korespondencj\\w*', lists: 'list\\w*|baz\\w*' },
  {
    these: 'detta|denna|dette|denne|det|den',
    nouns: 'meddelande|mejl\\w*|mail\\w*|e-?post\\w*|e-?mail\\w*|besked|melding\\w*|fil',
    lists: 'list\\w+',
  },
  { these: 'tento|tuto|tuhle', nouns: 'e-?mail|zprav\\w+|soubor', lists: 'seznam\\w*|databaz\\w*' },
  { these: 'tama|taman', nouns: 'viesti\\w*|sahkoposti\\w*|tiedosto\\w*', lists: 'lista\\w*|rekisteri\\w*' },
  { these: 'acest|acesta', nouns: 'e-?mail|mesaj|fisier', lists: 'lista|baza' },
]

// After `from` a mail is a source of mails, and before a list it is an address.
const behind = '(?<!\\b(?:from|of|to|von|aus|de|des|da|di|dalla|van|fra|fran|z|od) )'
const theMails = languages.map(
  ({ these, nouns, lists }) =>
    new RegExp(
      `${behind}\\b(?:${these})[ '](?:${nouns})\\b(?!-?.?(?:e-?mail-?)?(?:address|adress|indirizz|enderec|direcci))(?!.{0,40}\\b(?:${lists})\\b)`,
      'g',
    ),
)

/** A sentence without the mail or the file that it speaks of: neither can be the object of a wish. */
const withoutTheMail = (text: string): string =>
  theMails.reduce((rest, theMail) => rest.replaceAll(theMail, 'amessage'), text)

const person = `(?:mich|mir|uns|diese[rs]? (?:e-?mail-?)?adresse|(?:die )?(?:e-?mail-?)?(?:adresse )?${addressWord})`
const theirs = `(?:mein\\w*|unser\\w*) ${words(2)}(?:daten|\\w*adressen?|e-?mail\\w*|namen?|firma|unternehmen|kontakt\\w*|eintrag|datensatz|nummer|domain|telefonnummer|postfach)`
const object = `(?:${person}|${theirs})`
const mail = `(?:e-?mails?|mails?|mailings?|nachrichten?|(?:\\w*-)?werbung|werbe-?\\w+|newsletters?|kontaktaufnahmen?|kontaktversuche?|zusendung(?:en)?|spam|anschreiben|zuschriften|kontakt|post|kontaktanfragen?|anfragen|schreiben)`
const kinds = `(?:(?:weiter\\w*|mehr|solche\\w*|diese\\w*|ihre\\w*|eure\\w*|derartige\\w*|unaufgefordert\\w*|ungefragt\\w*|unverlangt\\w*|kommerzielle\\w*|von ihnen|von euch|art|der|jegliche\\w*|mit|per|dass|sie|an) )*`
const filler = `(?:bitte|danke|hallo|sofort|umgehend|jetzt|endlich|einfach|mal|doch|damit|das|es|sie|ihr|mich|uns|nein|und|guten|tag|morgen|dank|vielen|unverzuglich|mehr|sein|dringend|also|dann)`
const start = `^(?:${filler},? )*`
const notNegated = `(?!.{0,60}\\b(?:nicht|nie)\\b)`

const loneGerman = [
  `${start}(?:abmelden|abmeldung|abbestellen|abbestellung|austragen|austragung|loe?schen|kundigen|entfernen|aufhoe?ren|stopp?|schluss|unterlassen|(?:lassen sie|lasst|lass) (?:das|es)|nie wieder)(?:,? ${filler})*$`,
]

/** Wishes to get no mail in German, over sentences as `sentencesOf` returns them. */
const german = [
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

const rulesOf = (texts: readonly string[]) => texts.map((text) => new RegExp(text))
const wishes = rulesOf([...english, ...german, ...others])
const lone = rulesOf([...loneEnglish, ...loneGerman])

// The contrary of a wish, and a wish that is not for all mail or not for long. Both are left to a person.
const denied = new RegExp(
  `\\b(?:${[
    "(?:do not|don't|dont|did not|didn't|will not|won't|not going to|never|haven't|have not|cannot|can't) (?:(?:want|wish|need|plan|intend|have|mean) to )?(?:be )?(?:un-?subscrib\\w*|opt\\w*-? ?out|remove (?:me|us)|delete (?:me|us|my|our)|take (?:me|us) off)",
    'why (?:was|were|am|are) (?:i|we) (?:\\w+ )?(?:unsubscribed|removed)',
    '(?:ne pas|no|non|nao|nie|nu|alkaa|ala) (?:(?:me|nous|mi|ci|nos) )?(?:supprim|retir|elimin|borr|cancell|rimuov|remov|apag|usuw|sterge|poist)\\w*|verwijder\\w* .{0,30}\\bniet',
    '(?:nicht|nie) (?:abmelden|abbestellen|austragen|loe?schen|entfernen|streichen)',
  ].join('|')})`,
)
const limited = new RegExp(
  `\\b(?:${[
    'instead|until|till (?!mig\\b|oss\\b|meg\\b|os\\b)|unless|before|except|call (?:me|us)|by (?:phone|post|letter)|via (?:phone|linkedin|teams|slack)',
    'on linkedin|over the phone|(?:my|our|the) (?:other|new|private|work|correct) (?:e-?mail|address)|attachments?|zip|pdf',
    // A wish for another way: they want mail.
    '(?:but|just|rather|only|,) (?:please )?(?:e-?mail|mail|write to|write) (?:me|us)|aber (?:mailen|schreiben)|(?:mailen|schreiben) sie (?:mir|uns) (?:lieber|gern\\w*|eine)',
    'stattdessen|sondern|lieber (?:telefonisch|per|an)|bis (?:zum|ende|anfang|nachste\\w*|im|auf weiteres)|ausser|erst (?:im|nachste\\w*|wieder)',
    'solange|anrufen|rufen sie|telefonisch|anhange?',
  ].join('|')})\\b`,
)

/** Judges whether a sentence is a wish to get no mail: `clear`, or `unclear` if only a person can decide. */
export const wishIn = (sentence: Sentence): 'clear' | 'unclear' | undefined => {
  const { isForReader, isAfterWords, isNotice } = sentence
  if (isForReader) return undefined
  const text = withoutTheMail(sentence.text)
  const plain = text.replaceAll(kindly, '').trim()
  const isLone = text.split(/, | - /).some((clause) => lone.some((wish) => wish.test(clause)))
  if (!isLone && !wishes.some((wish) => wish.test(text) || (plain !== text && wish.test(plain)))) return undefined
  // A single word on a line below a greeting can be a link of the company's own newsletter.
  return denied.test(text) || limited.test(text) || isNotice || (isLone && isAfterWords) ? 'unclear' : 'clear'
}
