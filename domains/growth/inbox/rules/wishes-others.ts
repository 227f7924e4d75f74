import { addressWord } from './sentences.ts'
import { words } from './wishes-english.ts'

/** The usual wishes to get no mail in more languages of Europe, over sentences as `sentencesOf` gives them. */
export const others = [
  // French
  `\\b(?:desabonn|desinscri)\\w*-? ?(?:moi|nous)\\b|\\b(?:me|nous|m') ?(?:desabonner|desinscrire|retirer|supprimer|enlever|radier)\\b|^(?:merci de |veuillez )?(?:desabonn|desinscri)\\w*$`,
  `\\b(?:supprim|retir|enlev|effac)\\w*(?:-| )(?:moi|nous|mon|mes|ma|notre|nos|cette adresse|${addressWord})\\b.{0,40}\\b(?:liste\\w*|base\\w*|adresse\\w*|donnees|fichier\\w*|mail\\w*|contacts?|coordonnees|${addressWord})\\b`,
  `\\bne (?:me|nous|m') ?(?:contact|envo|ecri|sollicit|derang|recontact)\\w* (?:plus|pas)\\b|\\bne plus (?:me |nous |m'|jamais )?(?:contact|ecri|envo|recevoir|sollicit|derang|recontact)\\w*`,
  `\\b(?:arretez|cessez|stoppez|arrete) (?:immediatement )?(?:de (?:me |nous |m')?(?:contact|envoy|ecri|sollicit|spam|derang|harcel)\\w*|d'(?:envoy|ecri)\\w*|(?:vos|les|ces) (?:mails?|e-?mails?|courriels?|messages?|envois|spams?|sollicitations?))`,
  `\\bne (?:veux|voulons|voudrais|voudrions|souhaite|souhaitons|souhaiterais|desire|desirons) (?:plus|pas) .{0,30}\\b(?:recevoir .{0,40}(?:mails?|e-?mails?|courriels?|messages?|de vous|votre part)|(?:etre )?(?:contact|sollicit|derang)\\w*|vos (?:mails?|e-?mails?|courriels?|messages?))\\b`,
  `^(?:merci,? |svp,? |s'il vous plait,? )*plus (?:de |d'|aucun )(?:mails?|e-?mails?|courriels?|messages?|pub\\w*)\\b|\\blaisse(?:z)?(?:-| )(?:moi|nous) tranquilles?\\b`,
  // Spanish
  `\\b(?:dar|de|den|dadme|deme|denme|denos|darme|darnos|dame|danos) (?:me |nos )?de baja\\b|\\b(?:elimin|borr|quit|saqu|remuev)\\w*(?:me|nos)\\b|\\b(?:elimin|borr|quit|saqu|retir)\\w* (?:mi (?:correo|direccion|e-?mail|contacto|nombre)|mis datos|nuestr\\w+ (?:correo|direccion|datos)|este correo|esta direccion|${addressWord})\\b`,
  `\\bno (?:me|nos) (?:contact|escrib|envi|mand|molest)\\w*|\\bdejen? de (?:enviar|escribir|contactar|molestar|mandar)\\w*|\\bno (?:quiero|deseo|queremos|deseamos) .{0,30}\\b(?:recibir .{0,30}(?:correos?|mensajes?|e-?mails?|publicidad)|mas (?:correos?|mensajes?|e-?mails?)|ser contact\\w*|que me (?:contact|escrib|envi)\\w*)\\b`,
  `\\bno (?:envie|mande|escriba)n? ?mas\\b|^(?:por favor,? )?no mas (?:correos?|mensajes?|e-?mails?|publicidad)\\b|\\b(?:cancel|anul)\\w+ (?:mi|la) suscripcion\\b`,
  // Italian
  `\\b(?:cancell|rimuov|elimin|disiscriv)\\w*(?:temi|teci|etemi|eteci|ermi|erci|armi|arci)\\b|\\b(?:mi|ci) (?:cancelli|rimuova|elimini|tolga|disiscriva)\\b|\\b(?:cancell|rimuov|elimin|togli)\\w* (?:il mio|la mia|i miei|il nostro|i nostri|la nostra|questo(?= indirizzo)|${addressWord}) ?(?:indirizzo|e-?mail|dati|contatto|nome|nominativo|${addressWord})?\\b`,
  `\\b(?:non|smett\\w+ di|smettetela di) (?:mi |ci )?(?:scrivetemi|scriveteci|contattatemi|contattateci|inviatemi|inviateci|mandatemi|scrivermi|scriverci|contattarmi|contattarci|inviarmi|inviarci|mandarmi|disturbatemi|disturbarmi|mi scriva|mi contatti|ci contatti)\\b|\\bnon (?:desider|vogli|intend)(?:o|iamo) .{0,30}\\b(?:ricevere .{0,40}(?:mail|e-?mail|messaggi|comunicazioni|nulla|niente)|essere contattat\\w)\\b|^basta(?: mail| e-?mail| spam| messaggi| pubblicita)$|\\blasc\\w+(?:mi|ci) in pace\\b`,
  // Portuguese
  `\\b(?:remov|exclu|retir|descadastr|apag)\\w*(?:-| )(?:me\\b|nos\\b|(?:o |a )?(?:meu|minha|meus|nosso|nossa|este) (?:e-?mail|endereco|dados|nome|contato)|${addressWord})|\\bme (?:remov|retir|exclu|descadastr|tir)(?:a|am|e|em|er)\\b`,
  `\\bnao (?:me|nos) (?:contat|contact|envi|escrev|mand|perturb)\\w*|\\bnao (?:quero|queremos|desejo|desejamos|gostaria|gostariamos) .{0,30}\\b(?:receber .{0,30}(?:e-?mails?|mensagens)|ser contat\\w*|mais (?:e-?mails?|mensagens))\\b|\\b(?:pare|parem|deixe|deixem) de (?:me |nos )?(?:enviar|mandar|escrever|contat\\w+|contact\\w+)\\b`,
  // Dutch
  `\\b(?:schrijf|meld|haal|verwijder|gooi) (?:me|mij|ons|mijn (?:e-?mail)?(?:adres|gegevens)?|dit adres|${addressWord}) .{0,40}\\b(?:uit|af|van|lijst)\\b|\\bverwijder (?:me|mij|ons|mijn (?:e-?mail)?(?:adres|gegevens))\\b|\\b(?:me|mij|ons) .{0,40}\\b(?:uitschrijven|afmelden|verwijderen|uit te schrijven|af te melden|te verwijderen)\\b|^(?:graag |gelieve )?(?:uitschrijven|afmelden|uitschrijving)(?: graag| aub)?$`,
  `\\b(?:stuur|mail|contacteer|benader|schrijf) (?:me|mij|ons) (?:aub |alstublieft )?(?:niet|geen|nooit|niets)\\b|\\bgeen ${words(2)}(?:e-?mails?|mails?|berichten|reclame|nieuwsbrieven|spam) (?:meer|sturen|aub|alstublieft|te sturen)\\b|\\bstop(?:pen)? met (?:mailen|sturen|e-?mailen|schrijven|het sturen)\\b`,
  `\\b(?:wil|willen|wens|wensen) (?:ik |wij |we )?(?:geen|niet|niets) .{0,40}\\b(?:e-?mails? (?:meer|van|ontvangen)|mails? (?:meer|van|ontvangen)|(?:meer )?(?:benaderd|gemaild|gecontacteerd)|berichten (?:meer|van|ontvangen)|meer ontvangen)\\b|\\blaat (?:me|mij|ons) met rust\\b`,
  // Polish
  `\\b(?:usun|wypis|wykresl|skresl)\\w* (?:mnie|nas|moj\\w* (?:adres|dane|e-?mail)\\w*|nasz\\w* (?:adres|dane)\\w*|${addressWord})\\b|\\bo (?:usuniecie|wypisanie) (?:mnie|nas|moj\\w*|nasz\\w*|z (?:listy|bazy))\\b|\\b(?:prosze|prosimy) .{0,20}\\bnie (?:pisac|wysylac|przysylac|kontaktowac)\\b|\\bnie (?:piszcie|wysylajcie|przysylajcie|kontaktujcie)\\b|\\b(?:przestan\\w*) .{0,20}\\b(?:pis|wysyl|przysyl|kontakt|neka)\\w*|\\bnie (?:zycze|zyczymy|chce|chcemy|chcialbym|chcialabym|chcielibysmy) (?:sobie )?.{0,40}\\b(?:(?:e-?)?maili|wiadomosci|kontaktu|otrzymywac|dostawac)\\b`,
  // Swedish, Danish and Norwegian
  `\\b(?:ta bort|fjern|slett|slet|stryk|meld|afmeld|avmeld|avregistrera|avprenumerera) (?:mig|meg|oss|os|min (?:e-?post|e-?mail|mail)?(?:adress\\w*)?|mitt|${addressWord})\\b|^(?:avregistrera|avprenumerera|avmeld|afmeld)(?: tack| tak| takk)?$`,
  `\\b(?:sluta|slutt|slut|stopp?) (?:med )?(?:att |a |at )?(?:mejla|maila|skicka|kontakta|skriva|sende|maile|kontakte|skrive|spamma|spamme)\\b|\\b(?:kontakta|mejla|maila|skriv|send|kontakt) (?:mig |meg |oss |os )?(?:inte|ikke|aldrig|aldri)\\b|\\b(?:inga|ingen|ikke) (?:fler|flere) (?:mejl|mails?|e-?post|meddelanden|meldinger|utskick)\\b`,
  // Czech
  `\\b(?:odhlas|vyrad|vymaz|smaz|odstran)\\w* (?:si )?(?:me|mne|nas|moj\\w*|muj|nas\\w*|${addressWord})\\b|\\b(?:uz|jiz|vice) (?:mi|nam|me|nas) (?:prosim )?(?:nepis|nezasil|neposil|nekontakt)\\w*|\\b(?:nepiste|nezasilejte|neposilejte|nekontaktujte)\\b|\\b(?:nechci|nechceme) .{0,30}\\b(?:dostavat|e-?maily)\\b|\\bnepreji? si .{0,30}\\b(?:dostavat|e-?maily|kontakt\\w*)\\b`,
  // Finnish
  `\\bpoist\\w* (?:minut|meidat|osoitteeni|osoitteemme|tietoni|tietomme|sahkopostiosoitteeni|${addressWord})\\b|\\b(?:alka\\w*|ala) (?:enaa )?(?:lahetta\\w*|ottako|kirjoittako)\\b|\\ben halua (?:enaa )?.{0,40}\\b(?:viesteja|postia|sahkopost\\w*)\\b|\\bperuut\\w* tilaukseni\\b`,
  // Romanian
  `\\b(?:sterge|dezabona|elimina|scoate)\\w*-(?:ma|ne)\\b|\\b(?:stergeti|eliminati|scoateti) (?:adresa (?:mea|noastra)|datele (?:mele|noastre)|${addressWord})\\b|\\bnu(?: imi|-mi|-ne| ne) mai (?:scri|trimit|contact)\\w*|\\bnu (?:ma|ne) mai contact\\w*|\\bnu (?:mai )?(?:vreau|doresc|vrem|dorim) sa (?:mai )?(?:primesc|primim|fiu contactat\\w*)\\b`,
]
