import type { en } from './en.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const de: typeof en = {
  title: 'Akquise-Projekte',
  text: 'Jedes beschreibt ein Unternehmen nach seiner eigenen Website.',
  list: 'Alle Akquise-Projekte',
  none: 'Noch kein Akquise-Projekt',
  noneText: 'Beginne mit der Website deines Unternehmens. Sie wird gelesen, und jede Aussage nennt ihre Seite.',
  archived: 'archiviert',
  create: 'Neues Akquise-Projekt',
  createText: 'Atelier liest die Website, wie ihre robots.txt es erlaubt, eine Seite in der Sekunde.',
  website: 'Website',
  websiteHint: 'Etwa https://example.com.',
  notes: 'Notizen',
  notesHint: 'Was die Website nicht sagt. Optional.',
  createAct: 'Anlegen und Website lesen',
  leads: 'Kontakte',
  inbox: 'Posteingang',
  research: 'Recherche',
  neverRead: 'Die Website wurde noch nie gelesen.',
  readAgain: 'Website noch einmal lesen',
  archive: 'Archivieren',
  unarchive: 'Aus dem Archiv holen',
  pages: (read, skipped) =>
    `${plural(read, 'Seite', 'Seiten')} gelesen${skipped === 0 ? '.' : `, ${skipped} ausgelassen.`}`,
  statements: (written, dropped) =>
    `${plural(written, 'Aussage', 'Aussagen')} geschrieben${
      dropped === 0 ? '.' : `, ${dropped} verworfen, weil keine Seite die zitierten Worte hat.`
    }`,
  cost: (amount) => `Kosten: ${amount}.`,
  statuses: {
    queued: 'Wartet.',
    reading: 'Liest die Website.',
    writing: 'Schreibt die Beschreibung.',
    finished: 'Fertig.',
    failed: 'Gescheitert.',
  },
  failures: {
    website_unreachable: 'Die Website ließ sich nicht lesen.',
    website_forbids_reading: 'Die Website erlaubt Programmen das Lesen nicht.',
    website_leads_elsewhere: 'Die Website führt woandershin.',
    no_text: 'Die Seiten haben keinen Text.',
    no_brain_in_notes: 'Es gibt kein Modell, das schreibt.',
    no_model: 'Das Modell ist nicht nutzbar.',
    cap_reached: 'Eine Obergrenze deckt den Aufruf nicht.',
    model_failed: 'Das Modell hat nicht geantwortet.',
    unreadable_answer: 'Die Antwort des Modells war nicht lesbar.',
    archived: 'Das Akquise-Projekt wurde archiviert.',
    internal: 'Bei uns ist etwas schiefgegangen.',
  },
  brain: 'Beschreibung des Unternehmens',
  noBrain: 'Noch keine Beschreibung',
  noBrainText: 'Sie entsteht, sobald die Website gelesen ist.',
  version: (version, source, day) => `Version ${version}, ${source}, ${day}.`,
  sources: { research: 'aus der Website', person: 'von einer Person' },
  kinds: { does: 'Was es tut', audience: 'Für wen', proof: 'Belege', tone: 'Tonfall', offer: 'Angebot' },
  byPerson: 'Von einer Person geschrieben',
  edit: 'Berichtigen',
  kind: 'Worüber',
  statement: (number) => `Aussage ${number}`,
  statementText: 'Aussage',
  addStatement: 'Aussage hinzufügen',
  removeStatement: (number) => `Aussage ${number} entfernen`,
  editMeans:
    'Eine geänderte Aussage verliert ihre Seite und gilt als von einer Person geschrieben. Frühere Versionen bleiben.',
  save: 'Als neue Version speichern',
}
