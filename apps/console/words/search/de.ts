import type { en } from './en.ts'

export const de: typeof en = {
  found: 'Gefunden',
  more: 'Es gibt mehr Treffer. Ein weiteres Wort grenzt sie ein.',
  failed: 'Die Suche hat nicht geantwortet.',
  noteOf: { project: 'Projekt', cycle: 'Zyklus', task: 'Aufgabe', message: 'Nachricht' },
  document: 'Dokument',
  named: {
    client: 'Kunde',
    invoice: 'Rechnung',
    deliverable: 'Lieferung',
    person: 'Person',
    growth: 'Akquise-Projekt',
    settings: 'Einstellungen',
  },
  pageOf: (page) => `Seite ${page}`,
  all: (q) => `Alle Treffer zu „${q}“`,
  page: {
    title: 'Suche',
    label: 'Projekte, Zyklen, Aufgaben, Nachrichten und Dokumente durchsuchen',
    kind: 'Art',
    kinds: {
      all: 'Alles',
      project: 'Projekte',
      cycle: 'Zyklen',
      task: 'Aufgaben',
      message: 'Nachrichten',
      document: 'Dokumente',
    },
    project: 'Projekt',
    anyProject: 'Alle Projekte',
    count: (count, isCut) => (isCut ? `Mehr als ${count} Treffer` : `${count} Treffer`),
    best: 'Die besten stehen vorn. Ein weiteres Wort grenzt sie ein.',
    begin: 'Was suchst du?',
    beginText:
      'Projekte, Zyklen, Aufgaben, Nachrichten und Dokumente mit dem Anfang eines Worts; Kunden, Rechnungen, Lieferungen und Personen mit jedem Teil eines Namens oder einer Nummer.',
    none: (q) => `Keine Treffer für „${q}“`,
    noneText: 'Treffer enthalten jedes Wort, das du schreibst. Versuche es mit weniger Wörtern.',
    noneHere: 'In anderen Projekten oder von anderer Art gibt es vielleicht Treffer.',
    everywhere: 'Überall suchen',
  },
}
