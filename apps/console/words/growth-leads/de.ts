import type { en } from './en.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const de: typeof en = {
  title: 'Kontakte',
  list: 'Alle Kontakte',
  none: 'Noch keine Kontakte',
  noneText: 'Lade eine Liste von Unternehmen oder Personen hoch, mit Mailadresse oder Domain in jeder Zeile.',
  upload: 'Liste hochladen',
  uploadText: 'Eine CSV- oder XLSX-Datei von höchstens 64 MiB. Ausgenommene Adressen werden nicht übernommen.',
  choose: 'Datei wählen',
  file: 'Eine Liste von Kontakten',
  uploading: 'Wird übernommen …',
  imported: (imported, refused) =>
    `${plural(imported, 'Kontakt', 'Kontakte')} übernommen${refused === 0 ? '.' : `, ${plural(refused, 'Zeile', 'Zeilen')} abgelehnt.`}`,
  sheetRead: (name) => `Das Blatt „${name}“ wurde gelesen.`,
  otherSheets: 'Andere Blätter dieser Arbeitsmappe wurden nicht gelesen.',
  readSheet: (name) => `„${name}“ übernehmen`,
  refusedRows: 'Abgelehnte Zeilen',
  refusedRow: (row, reason) => `Zeile ${row}: ${reason}`,
  reasons: {
    no_address_or_domain: 'sie hat weder Adresse noch Domain',
    bad_address: 'ihre Adresse ist keine',
    bad_domain: 'ihre Domain ist keine',
    too_long: 'ein Wert ist zu lang',
    encoding: 'ein Zeichen ist nicht lesbar',
    duplicate: 'diesen Kontakt gibt es schon',
    suppressed: 'sie ist von der Ansprache ausgenommen',
    too_many: 'das Akquise-Projekt hat 100.000 Kontakte',
  },
  noticedRows: (count: number) =>
    count === 1
      ? '1 Wert importierter Zeilen, der nicht zählt'
      : `${count} Werte importierter Zeilen, die nicht zählen`,
  notices: {
    consent_unclear: (text: string) => `„${text}“ sagt etwas zur Einwilligung und zählt als keine`,
    website_left_out: (text: string) => `„${text}“ ist keine Website und wurde weggelassen`,
    addresses_left_out: (text: string) => `von „${text}“ wurde die erste Adresse genommen`,
    quote_not_closed: () => 'ein Anführungszeichen ist nicht geschlossen; die Zeile wurde bis zu ihrem Ende gelesen',
  },
  statuses: { new: 'neu', queued: 'eingereiht', disqualified: 'ausgeschieden' },
  fields: {
    email: 'Adresse',
    domain: 'Domain',
    name: 'Name',
    firstName: 'Vorname',
    lastName: 'Nachname',
    role: 'Funktion',
    company: 'Unternehmen',
    country: 'Land',
    consent: 'Einwilligung',
    notes: 'Notizen',
  },
  columns: {
    name: 'Name',
    company: 'Firma',
    country: 'Land',
    state: 'Stand',
    contacted: 'Letzter Kontakt',
    source: 'Quelle',
    actions: 'Aktionen',
  },
  pick: 'Auswählen',
  shown: { all: 'Alle', new: 'Neu', queued: 'Eingereiht', disqualified: 'Ausgeschlossen' },
  optedOut: 'will keine Mail',
  chosen: (count) => `${plural(count, 'Kontakt', 'Kontakte')} ausgewählt`,
  known: (count) => plural(count, 'Angabe', 'Angaben'),
  verdicts: {
    valid: 'Adresse bestätigt',
    accept_all: 'Server nimmt jede Adresse an',
    unknown: 'Adresse nicht bestätigt',
    invalid: 'Adresse nimmt keine Mail an',
  },
  source: (row, provider, day) =>
    row === null ? `abgefragt (${provider ?? ''}), ${day}` : `Zeile ${row} einer Liste, ${day}`,
  filter: 'Name, Firma, Adresse oder Land suchen',
  noneFound: 'Kein Kontakt passt',
  noneFoundText: 'Versuche einen anderen Text oder Stand.',
  exportAct: 'Exportieren',
  eraseAct: 'Löschen',
  eraseAsk: (name) => `${name} löschen?`,
  eraseText:
    'Jeder Kontakt des Arbeitsbereichs mit dieser Adresse wird gelöscht, mit E-Mails, Angaben und Abfragen. Ein Hash der Adresse bleibt auf der Sperrliste: Es wird nicht mehr an sie geschrieben, und keine Liste bringt sie zurück. Das lässt sich nicht rückgängig machen.',
  disqualify: 'Ausscheiden',
  restore: 'Zurückholen',
}
