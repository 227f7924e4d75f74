import { expect, test } from 'vitest'
import { judge } from './judge.ts'

/**
 * For each language: a wish about the person, a wish about the address, a wish against mail, and three texts without a
 * wish.
 */
const languages: Readonly<Record<string, { readonly wishes: readonly string[]; readonly none: readonly string[] }>> = {
  English: {
    wishes: ['Please remove me from your list.', 'Please delete my address.', 'Do not send any more e-mails.'],
    none: [
      'Sounds good.\n\nPlease delete this e-mail if you are not the intended recipient.',
      'Sounds good.\n\nPlease destroy this file and this message in case of error.',
      'Sounds good.\n\nYou may unsubscribe us from this, or ask the data controller to delete your data.',
      'Sounds interesting. Do not call, e-mail me the price list.',
      'We would like to unsubscribe our customers by a tool: can you build it?',
    ],
  },
  German: {
    wishes: ['Bitte streichen Sie mich.', 'Bitte löschen Sie meine Adresse.', 'Bitte keine weiteren Mails.'],
    none: [
      'Klingt gut.\n\nBitte löschen Sie diese E-Mail, wenn Sie nicht der Empfänger sind.',
      'Klingt gut.\n\nVerantwortliche Stelle ist die X GmbH. Sie können jederzeit widersprechen.',
    ],
  },
  French: {
    wishes: [
      'Veuillez me supprimer.',
      'Merci de supprimer mon adresse de votre liste.',
      'Je ne veux plus recevoir de mails.',
    ],
    none: [
      "Oui, ça m'intéresse.\n\nMerci de supprimer ce message si vous n'êtes pas le destinataire.",
      "Oui, ça m'intéresse.\n\nDans le cas où vous ne souhaitez plus recevoir nos mails, écrivez-nous.",
      'Oui.\n\nResponsable du traitement : X. Vous pouvez vous désabonner de nos mails.',
    ],
  },
  Spanish: {
    wishes: ['Elimíneme de su lista.', 'Borre mi dirección, por favor.', 'No me escriban más.'],
    none: [
      'Sí, me interesa. Llámenos el martes.\n\nLe rogamos que elimine este correo si no es usted el destinatario.',
      'Sí, me interesa.\n\nElimine este mensaje y avise al remitente.',
      'Sí, me interesa.\n\nSegún la LOPD, le informamos de que puede darse de baja o pedir que borremos sus datos.',
      'Sí, me interesa.\n\nSi no desea recibir más correos, puede darse de baja.',
    ],
  },
  Italian: {
    wishes: [
      'Cancellatemi dalla lista.',
      'Cancelli il mio indirizzo.',
      'Non desidero ricevere altre mail.',
      'Cancelli questo indirizzo.',
    ],
    none: [
      'Sono interessato.\n\nLa preghiamo di eliminare questo messaggio se non è il destinatario.',
      'Sono interessato.\n\nQualora non desiderasse ricevere altre comunicazioni, risponda a questa mail.',
      'Sono interessato.\n\nElimini questo documento. Titolare del trattamento: X. Può cancellarsi in ogni momento.',
    ],
  },
  Portuguese: {
    wishes: ['Remova meu e-mail da lista.', 'Apague o meu endereço.', 'Não quero receber mais e-mails.'],
    none: [
      'Sim, interessa.\n\nSe não é o destinatário, apague este e-mail.',
      'Sim, interessa.\n\nPor favor apague este e-mail e avise o remetente.',
      'Sim, interessa.\n\nCaso não deseje receber mais e-mails, responda a esta mensagem.',
    ],
  },
  Dutch: {
    wishes: ['Verwijder mij uit uw lijst.', 'Verwijder mijn adres.', 'Stuur mij geen mails meer.'],
    none: [
      'Ja graag.\n\nVerwijder dit bericht als u niet de geadresseerde bent.',
      'Ja.\n\nIndien u geen mails meer wilt ontvangen, kunt u zich uitschrijven.',
    ],
  },
  Polish: {
    wishes: ['Proszę usunąć mnie z listy.', 'Usuńcie mój adres.', 'Nie piszcie do mnie.'],
    none: [
      'Tak.\n\nProszę usunąć tę wiadomość, jeśli nie są Państwo adresatem.',
      'Tak.\n\nJeżeli nie chcą Państwo otrzymywać wiadomości, proszę napisać.',
    ],
  },
  Swedish: {
    wishes: ['Ta bort mig från listan.', 'Ta bort min adress.', 'Sluta mejla mig.'],
    none: [
      'Ja.\n\nTa bort detta meddelande om du inte är mottagaren.',
      'Ja.\n\nOm du inte vill ha fler mejl, skriv till oss.',
    ],
  },
  Danish: {
    wishes: ['Slet mig fra listen.', 'Slet min adresse.', 'Ikke flere mails.'],
    none: [
      'Ja.\n\nSlet denne e-mail, hvis du ikke er modtageren.',
      'Ja.\n\nHvis du ikke ønsker flere mails, skriv til os.',
    ],
  },
  Norwegian: {
    wishes: ['Fjern meg fra listen.', 'Slett min adresse.', 'Slutt å sende meg mail.'],
    none: [
      'Ja.\n\nSlett denne e-posten hvis du ikke er mottakeren.',
      'Ja.\n\nDersom du ikke ønsker flere meldinger, si fra.',
    ],
  },
  Czech: {
    wishes: ['Vyřaďte mě ze seznamu.', 'Smažte moji adresu.', 'Už mi nepište.'],
    none: [
      'Ano.\n\nSmažte tento e-mail, pokud nejste adresátem.',
      'Ano.\n\nPokud nechcete dostávat e-maily, napište nám.',
    ],
  },
  Finnish: {
    wishes: ['Poistakaa minut listalta.', 'Poistakaa osoitteeni.', 'En halua enää viestejä.'],
    none: [
      'Kyllä.\n\nPoistakaa tämä viesti, jos ette ole vastaanottaja.',
      'Kyllä.\n\nJos et halua viestejä, kerro siitä.',
    ],
  },
  Romanian: {
    wishes: ['Ștergeți-mă din listă.', 'Ștergeți adresa mea.', 'Nu doresc să mai primesc mesaje.'],
    none: [
      'Da.\n\nȘtergeți acest mesaj dacă nu sunteți destinatarul.',
      'Da.\n\nDacă nu doriți să primiți mesaje, scrieți-ne.',
    ],
  },
}
const rows = (form: 'wishes' | 'none') =>
  Object.entries(languages).flatMap(([language, forms]) => forms[form].map((text) => [language, text] as const))

test.each(rows('wishes'))('a wish in %s opts out, also below a closing: %j', (_, text) => {
  expect(judge(text)).toEqual({ intent: 'unsubscribe', isClear: true })
  expect(judge(`Best regards\nBob\n\nPS: ${text}`).intent).toBe('unsubscribe')
})

test.each(rows('none'))('a text without a wish of the person in %s never opts out: %j', (_, text) => {
  expect(judge(text).intent).not.toBe('unsubscribe')
})

test('an address of a list is the object of a wish, though its word means a mail', () => {
  expect(judge('Elimine este correo de su lista.')).toEqual({ intent: 'unsubscribe', isClear: true })
  expect(judge('Elimine este correo de su sistema.').intent).not.toBe('unsubscribe')
})
