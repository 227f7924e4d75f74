import { expect, test } from 'vitest'
import { isForCompany } from './company.ts'

const wishes: Readonly<Record<string, string>> = {
  English: 'Please remove our company from your list and do not contact anyone here again.',
  German: 'Bitte löschen Sie unsere Firma aus Ihrem Verteiler.',
  French: 'Veuillez nous supprimer. Ne contactez plus personne chez nous.',
  Spanish: 'Elimínenos de su lista. No escriban a nadie de nuestra empresa.',
  Italian: 'Cancellateci dalla lista. Non scrivete a nessuno della nostra azienda.',
  Portuguese: 'Não quero receber mais e-mails. Não escreva a ninguém da nossa empresa.',
  Dutch: 'Verwijder ons uit uw lijst. Schrijf niemand bij ons meer aan.',
  Polish: 'Nie piszcie do nikogo z naszej firmy.',
  Swedish: 'Ta bort oss från listan. Kontakta ingen hos oss.',
  Czech: 'Nepište nám. Nepište nikomu z naší firmy.',
  Finnish: 'Poistakaa meidät. Älkää ottako yhteyttä yritykseemme.',
  Romanian: 'Nu ne mai contactați. Firma noastră nu dorește e-mailuri.',
}
test.each(Object.entries(wishes))('a wish for a company in %s', (_language, text) => {
  expect(isForCompany(text)).toBe(true)
})

test.each([
  'Please remove me from your list.',
  'Our company is interested. Tell me more.',
  'Bitte löschen Sie meine Adresse.',
  'Our company builds shops.\n\nWe met at the fair.\n\nSee you soon.\n\nPlease remove me.',
])('“%s” is about a person', (text) => {
  expect(isForCompany(text)).toBe(false)
})
